import { expect, test } from 'vitest';
import { buildPayIn, buy, placeLateOrder } from '../../../../test/orders.ts';
import { createSession } from '../../../../test/security/actors.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { demoSettings } from '../../settings/demo-settings.ts';
import { endChoices } from '../jobs.ts';

const server = await serverWithoutFaults();
const { call, owner, services } = server;
const customer = await server.signIn('tier2');
const [finance, compliance] = [await createSession(server, 'finance'), await createSession(server, 'compliance')];
await owner.query(`insert into setting_versions (key, value) values ('order_limits', $1)`, [
  { ...demoSettings.order_limits, unpaid: 90, perDay: 900, open: { none: 90, tier1: 90, tier2: 90 } },
]);
const findRow = async (id: string) => (await owner.query('select * from transactions where id = $1', [id])).rows[0];
const repriceLate = (factor: string) =>
  owner.query(`update price_history set price_usd = round(price_usd * ${factor}, 6) where symbol = 'BTC'`);
const callAs = server.actsAs(customer);
const choosePrice = (orderId: string, seen: string | null, cookie = customer) =>
  callAs('trading/choosePrice', { orderId, seen }, cookie);

async function findAsked(cookie = customer) {
  const orderId = await placeLateOrder(server, cookie);
  await repriceLate('1.25');
  expect(await callAs('desk/confirmReceived', buildPayIn(orderId), finance)).toBe('done');
  await repriceLate('0.8');
  const { crypto_amount: agreed, reprice_choice_until: until } = await findRow(orderId);
  expect(until).not.toBeNull();
  return { orderId, agreed: Number(agreed), seen: (Number(agreed) * 0.7).toFixed(8) };
}
const findEvents = async (orderId: string) =>
  (
    await owner
      .query<{ event: string }>('select event from order_events where order_id = $1 order by id', [orderId])
      .catch(async () =>
        owner.query<{ event: string }>('select event from order_events where transaction_id = $1 order by id', [
          orderId,
        ]),
      )
  ).rows.map(({ event }) => event);

test('accepting three times and declining in parallel applies one answer', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { orderId, seen } = await findAsked();
    const answers = await Promise.all([
      choosePrice(orderId, seen),
      choosePrice(orderId, seen),
      choosePrice(orderId, null),
      choosePrice(orderId, seen),
      callAs('desk/cancel', { orderId, reasonCode: 'asked_by_customer', note: '' }, finance),
    ]);
    const row = await findRow(orderId);
    const took = (await findEvents(orderId)).filter((event) => event === 'tookPrice').length;
    expect(took).toBeLessThanOrEqual(1);
    expect(row.pay_in).toBe('received');
    expect(answers.filter((one) => one === 'done').length).toBeLessThanOrEqual(
      took + (row.status === 'cancelled' ? 1 : 0),
    );
    expect(answers).toContain('done');
  }
});

test('at the deadline, the job and the customer in parallel apply one answer', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { orderId, seen } = await findAsked();
    await owner.query(
      `update transactions set reprice_choice_until = now() + interval '20 milliseconds' where id = $1`,
      [orderId],
    );
    await new Promise((done) => setTimeout(done, round * 10));
    const [answer] = await Promise.all([choosePrice(orderId, seen), endChoices(services)]);
    await new Promise((done) => setTimeout(done, 60));
    await endChoices(services);
    const row = await findRow(orderId);
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
])('a shown price of %j is rejected', async (seen) => {
  openChoice ??= await findAsked();
  expect(await choosePrice(openChoice.orderId, seen)).not.toBe('done');
  expect((await findRow(openChoice.orderId)).reprice_choice_until).not.toBeNull();
});
let openChoice: Awaited<ReturnType<typeof findAsked>> | null = null;

test('another customer, a visitor and staff cannot choose', async () => {
  const { orderId, seen } = await findAsked();
  for (const cookie of [await server.signIn('tier1'), finance, compliance])
    for (const wish of [seen, null]) expect(await choosePrice(orderId, wish, cookie)).not.toBe('done');
  expect((await call('trading/choosePrice', { orderId, seen })).status).toBe(401);
  expect(await choosePrice(orderId, seen)).toBe('done');
  expect(await choosePrice(orderId, seen)).toBe('trading.cannot_now');
  expect(await choosePrice(orderId, null)).toBe('trading.cannot_now');
});

test('a frozen customer cannot accept a new price', async () => {
  const { orderId, seen, agreed } = await findAsked();
  const { user_id: userId } = await findRow(orderId);
  await owner.query(
    `insert into account_freezes (user_id, cause, frozen_by, reason)
       select $1, 'by_hand', id, 'A test' from profiles where email = 'compliance@demo.test'`,
    [userId],
  );
  const placed = await buy(server, customer, { amount: '3000' });
  const answer = await choosePrice(orderId, seen);
  await owner.query('delete from account_freezes');
  expect(placed.body.code).toBe('trading.not_possible');
  expect([answer, Number((await findRow(orderId)).crypto_amount)]).toEqual([expect.not.stringMatching('done'), agreed]);
});
