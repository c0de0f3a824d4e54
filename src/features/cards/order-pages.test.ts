import { expect, test } from 'vitest';
import { handleEvents, sandboxSays, sendHook } from '../../../test/cards.ts';
import { buy } from '../../../test/orders.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverUnderTest } from '../../../test/worker.ts';

/** The page of an order is one, and what is charged for it is what the order says. */
const server = await serverUnderTest();
const { call, faults } = server;
const { rowsOf } = suspicionsOn(server);

async function placed() {
  const who = await newCustomer(server, 'Ina Brown');
  const { body, status } = await buy(server, who.cookie, { amount: '3000', paymentMethod: 'card' });
  expect(status).toBe(200);
  return { ...who, orderId: body.orderId };
}

test('of many pages for one order that are asked for at once, one is opened', async () => {
  const { cookie, orderId } = await placed();
  const start = () => call<{ url: string }>('cards/start', { kind: 'order', id: orderId }, cookie);
  const pages = await Promise.all(Array.from({ length: 6 }, start));
  expect(pages.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(new Set(pages.map(({ body }) => body.url)).size).toBe(1);
  expect(await rowsOf('select from card_sessions where due_id = $1', [orderId])).toHaveLength(1);
});

test('another’s order, or a payment called an order, has no page', async () => {
  const [one, other] = [await placed(), await placed()];
  for (const [kind, id] of [
    ['order', one.orderId],
    ['payment', one.orderId],
    ['payment', other.orderId],
    ['order', other.id],
  ] as const)
    expect([kind, id, (await call('cards/start', { kind, id }, other.cookie)).status]).not.toEqual([kind, id, 200]);
});

test('called off, charged for less and charged at one moment: each charge is kept', async () => {
  for (let round = 0; round < 4; round++) {
    const { cookie, orderId } = await placed();
    expect((await call('cards/start', { kind: 'order', id: orderId }, cookie)).status).toBe(200);
    const said = sandboxSays(orderId, { amount: '3000.00' });
    const less = sandboxSays(orderId, { amount: '2999.99' });
    for (const one of [less, said]) expect(await sendHook(server, one)).toBe(200);
    await Promise.all([handleEvents(server), call('trading/cancelOwn', { orderId }, cookie), handleEvents(server)]);
    const lines = await rowsOf<{ amount: string; found: boolean }>(
      `select trim_scale(amount)::text amount, order_id is not null found from movements
        where rail = 'card' and direction = 'in' and reference = any($1) order by amount`,
      [[said, less].map(({ transaction }) => `sandbox:${transaction}`)],
    );
    expect(lines).toEqual([
      { amount: '2999.99', found: false },
      { amount: '3000', found: true },
    ]);
  }
  expect(faults).toEqual([]);
});
