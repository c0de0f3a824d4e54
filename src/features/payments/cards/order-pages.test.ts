import { expect, test } from 'vitest';
import { buildSandboxEvent, handleEvents, sendWebhook } from '../../../../test/cards.ts';
import { buy } from '../../../../test/orders.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { setUpSuspicions } from '../../../../test/suspicions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';

const server = await serverUnderTest();
const { call, faults } = server;
const { rowsOf } = setUpSuspicions(server);

async function placeOrder() {
  const customer = await newCustomer(server, 'Ina Brown');
  const { body, status } = await buy(server, customer.cookie, { amount: '3000', paymentMethod: 'card' });
  expect(status).toBe(200);
  return { ...customer, orderId: body.orderId };
}

test('opening many pages of one order in parallel opens one', async () => {
  const { cookie, orderId } = await placeOrder();
  const start = () => call<{ url: string }>('cards/start', { kind: 'order', id: orderId }, cookie);
  const pages = await Promise.all(Array.from({ length: 6 }, start));
  expect(pages.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(new Set(pages.map(({ body }) => body.url)).size).toBe(1);
  expect(await rowsOf('select from card_sessions where due_id = $1', [orderId])).toHaveLength(1);
});

test("opening a page for another customer's order or with the wrong kind is refused", async () => {
  const [one, other] = [await placeOrder(), await placeOrder()];
  for (const [kind, id] of [
    ['order', one.orderId],
    ['payment', one.orderId],
    ['payment', other.orderId],
    ['order', other.id],
  ] as const)
    expect([kind, id, (await call('cards/start', { kind, id }, other.cookie)).status]).not.toEqual([kind, id, 200]);
});

test('cancelling and two charges in parallel keep each charge', async () => {
  for (let round = 0; round < 4; round++) {
    const { cookie, orderId } = await placeOrder();
    expect((await call('cards/start', { kind: 'order', id: orderId }, cookie)).status).toBe(200);
    const said = buildSandboxEvent(orderId, { amount: '3000.00' });
    const less = buildSandboxEvent(orderId, { amount: '2999.99' });
    for (const one of [less, said]) expect(await sendWebhook(server, one)).toBe(200);
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
