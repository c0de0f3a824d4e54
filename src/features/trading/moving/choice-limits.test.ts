import { expect, test } from 'vitest';
import { buy, cameIn, lateOrder } from '../../../../test/orders.ts';
import { sessionFor } from '../../../../test/security/actors.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { demoSettings } from '../../settings/demo-settings.ts';
import { endChoices } from '../jobs.ts';

/** A choice about a worse price is made once, by its customer, while they could place such an order. */
const server = await serverWithoutFaults();
const { call, owner, services } = server;
const customer = await server.signIn('tier2');
const [finance, compliance] = [await sessionFor(server, 'finance'), await sessionFor(server, 'compliance')];
await owner.query(`insert into setting_versions (key, value) values ('order_limits', $1)`, [
  { ...demoSettings.order_limits, unpaid: 90, perDay: 900, open: { none: 90, tier1: 90, tier2: 90 } },
]);
const rowOf = async (id: string) => (await owner.query('select * from transactions where id = $1', [id])).rows[0];
const reprice = (factor: string) =>
  owner.query(`update price_history set price_usd = round(price_usd * ${factor}, 6) where symbol = 'BTC'`);
const act = server.actsAs(customer);
const choose = (orderId: string, seen: string | null, cookie = customer) =>
  act('trading/choosePrice', { orderId, seen }, cookie);

/** An order whose money came late, at a worse price, and what it would get now, less a little. */
async function asked(cookie = customer) {
  const orderId = await lateOrder(server, cookie);
  await reprice('1.25');
  expect(await act('desk/confirmReceived', cameIn(orderId), finance)).toBe('done');
  await reprice('0.8');
  const { crypto_amount: agreed, choose_until: until } = await rowOf(orderId);
  expect(until).not.toBeNull();
  return { orderId, agreed: Number(agreed), seen: (Number(agreed) * 0.7).toFixed(8) };
}
const events = async (orderId: string) =>
  (
    await owner
      .query<{ event: string }>('select event from order_events where order_id = $1 order by id', [orderId])
      .catch(async () =>
        owner.query<{ event: string }>('select event from order_events where transaction_id = $1 order by id', [
          orderId,
        ]),
      )
  ).rows.map(({ event }) => event);

test('taken three times and given up at one moment: one of these', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { orderId, seen } = await asked();
    const answers = await Promise.all([
      choose(orderId, seen),
      choose(orderId, seen),
      choose(orderId, null),
      choose(orderId, seen),
      act('desk/cancel', { orderId, reasonCode: 'asked_by_customer', note: '' }, finance),
    ]);
    const row = await rowOf(orderId);
    const took = (await events(orderId)).filter((event) => event === 'tookPrice').length;
    expect(took).toBeLessThanOrEqual(1);
    expect(row.pay_in).toBe('received');
    expect(answers.filter((one) => one === 'done').length).toBeLessThanOrEqual(
      took + (row.status === 'cancelled' ? 1 : 0),
    );
    expect(answers).toContain('done');
  }
});

test('at its very end, the job and its customer at one moment: one of both', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { orderId, seen } = await asked();
    await owner.query(`update transactions set choose_until = now() + interval '20 milliseconds' where id = $1`, [
      orderId,
    ]);
    await new Promise((done) => setTimeout(done, round * 10));
    const [answer] = await Promise.all([choose(orderId, seen), endChoices(services)]);
    await new Promise((done) => setTimeout(done, 60));
    await endChoices(services);
    const row = await rowOf(orderId);
    expect([answer, row.status]).toEqual(answer === 'done' ? ['done', 'pending'] : [answer, 'cancelled']);
  }
});

test.each([
  '0',
  '-1',
  'NaN',
  '1e-9',
  '0.000000001',
  '',
  ' ',
  '٠٫٠٠١',
  '99999999999999',
  '0x1',
  '0.0001\u0000',
  '+0.0001',
])('a price seen as %j is none', async (seen) => {
  open ??= await asked();
  expect(await choose(open.orderId, seen)).not.toBe('done');
  expect((await rowOf(open.orderId)).choose_until).not.toBeNull();
});
let open: Awaited<ReturnType<typeof asked>> | null = null;

test('nobody else chooses: another customer, a visitor, the desk', async () => {
  const { orderId, seen } = await asked();
  for (const cookie of [await server.signIn('tier1'), finance, compliance])
    for (const wish of [seen, null]) expect(await choose(orderId, wish, cookie)).not.toBe('done');
  expect((await call('trading/choosePrice', { orderId, seen })).status).toBe(401);
  expect(await choose(orderId, seen)).toBe('done');
  expect(await choose(orderId, seen)).toBe('trading.cannot_now');
  expect(await choose(orderId, null)).toBe('trading.cannot_now');
});

test('who could place no order makes no new bargain: the frozen', async () => {
  const { orderId, seen, agreed } = await asked();
  const { user_id: userId } = await rowOf(orderId);
  await owner.query(
    `insert into account_freezes (user_id, cause, frozen_by, reason)
       select $1, 'by_hand', id, 'A test' from profiles where email = 'compliance@demo.test'`,
    [userId],
  );
  const placed = await buy(server, customer, { amount: '3000' });
  const answer = await choose(orderId, seen);
  await owner.query('delete from account_freezes');
  expect(placed.body.code).toBe('trading.not_possible');
  expect([answer, Number((await rowOf(orderId)).crypto_amount)]).toEqual([expect.not.stringMatching('done'), agreed]);
});
