import { expect, test } from 'vitest';
import { buy, cameIn, lateOrder, sell } from '../../../test/orders.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { demoSettings } from '../settings/demo-settings.ts';
import { endChoices, lapseOrders } from './jobs.ts';

const server = await serverUnderTest();
const { call, signIn, owner, services } = server;
const rowOf = async (id: string) => (await owner.query('select * from transactions where id = $1', [id])).rows[0];
const finance = await signIn('finance');
const reprice = (factor: string) =>
  owner.query(`update price_history set price_usd = price_usd * ${factor} where symbol = 'BTC'`);

test('money that left within the window buys at the agreed price, whatever the price did', async () => {
  const { body } = await buy(server, await signIn('tier2'));
  const before = await rowOf(body.orderId);
  await reprice('1.5');
  expect((await call('desk/confirmReceived', cameIn(body.orderId), finance)).status).toBe(200);
  await reprice('1 / 1.5');
  expect(await rowOf(body.orderId)).toMatchObject({ crypto_amount: before.crypto_amount, choose_until: null });
});

test('later money buys at the price of its moment where that is better, and the story says so', async () => {
  const cookie = await signIn('tier2');
  const orderId = await lateOrder(server, cookie);
  const before = await rowOf(orderId);
  await reprice('0.5');
  expect((await call('desk/confirmReceived', cameIn(orderId), finance)).status).toBe(200);
  await reprice('2');
  const after = await rowOf(orderId);
  expect(Number(after.crypto_amount) / Number(before.crypto_amount)).toBeCloseTo(2, 4);
  expect(after).toMatchObject({ fee_amount_jmd: before.fee_amount_jmd, net_jmd_amount: before.net_jmd_amount });
  const { body } = await call<{ story: { event: string }[] }>('trading/show', { orderId }, cookie);
  expect(body.story.map(({ event }) => event)).toEqual(['placed', 'receive', 'repriced']);
});

test('where it is worse nobody works on it until the customer goes on, at the price they saw', async () => {
  const cookie = await signIn('tier2');
  const orderId = await lateOrder(server, cookie);
  const before = await rowOf(orderId);
  await reprice('1.25');
  expect((await call('desk/confirmReceived', cameIn(orderId), finance)).status).toBe(200);
  expect((await rowOf(orderId)).crypto_amount).toBe(before.crypto_amount);
  expect(await call('desk/startProcessing', { orderId, note: '' }, finance)).toMatchObject({
    body: { code: 'desk.price_not_taken' },
  });
  await expect(owner.query(`update transactions set status = 'processing' where id = $1`, [orderId])).rejects.toThrow(
    'no_work_before_the_choice',
  );
  type Shown = { whoseMove: string; choice: { gets: { base: unknown } } | null };
  const { body } = await call<Shown>('trading/show', { orderId }, cookie);
  expect(body.whoseMove).toBe('customer');
  expect(body.choice).not.toBeNull();
  const seen = (Number(before.crypto_amount) / 1.26).toFixed(8);
  const choose = (wanted: string | null) => call('trading/choosePrice', { orderId, seen: wanted }, cookie);
  expect((await choose(before.crypto_amount)).body).toMatchObject({ code: 'trading.quote_lapsed' });
  expect((await choose(seen)).status).toBe(200);
  await reprice('0.8');
  const after = await rowOf(orderId);
  expect(Number(after.crypto_amount) / Number(before.crypto_amount)).toBeCloseTo(0.8, 4);
  expect((await call('desk/startProcessing', { orderId, note: '' }, finance)).status).toBe(200);
  expect((await choose(null)).body).toMatchObject({ code: 'trading.cannot_now' });
});

test('nobody goes on at a new price with a coin that is paused, and having it back stays possible', async () => {
  const cookie = await signIn('tier2');
  const orderId = await lateOrder(server, cookie);
  await reprice('1.25');
  expect((await call('desk/confirmReceived', cameIn(orderId), finance)).status).toBe(200);
  await reprice('0.8');
  const pause = (paused: object[]) =>
    owner.query(`insert into setting_versions (key, value) values ('asset_switches', $1)`, [{ paused }]);
  await pause([{ side: 'buy', symbol: 'BTC', network: null }]);
  const choose = (seen: string | null) => call('trading/choosePrice', { orderId, seen }, cookie);
  expect((await choose('0.00000001')).body).toMatchObject({ code: 'trading.paused' });
  expect((await choose(null)).status).toBe(200);
  await pause([]);
});

test('whoever wants it back, or says nothing in time, gets it back', async () => {
  const cookie = await signIn('tier2');
  const [one, other] = [await lateOrder(server, cookie), await lateOrder(server, cookie)];
  await reprice('1.25');
  for (const id of [one, other]) await call('desk/confirmReceived', cameIn(id), finance);
  await reprice('0.8');
  expect((await call('trading/choosePrice', { orderId: one, seen: null }, cookie)).status).toBe(200);
  expect(await endChoices(services)).toBe(0);
  server.setTime(new Date(Date.now() + 49 * 3_600_000));
  expect(await endChoices(services)).toBe(1);
  server.setTime(null);
  for (const id of [one, other]) expect(await rowOf(id)).toMatchObject({ status: 'cancelled', pay_in: 'received' });
});

test('a sell whose coins never came ends after the days of looking, and nothing waits for staff', async () => {
  const { body } = await sell(server, await signIn('tier2'));
  expect(await rowOf(body.orderId)).toMatchObject({ awaits_staff: true });
  const { searchDays } = demoSettings.price_windows;
  server.setTime(new Date(Date.now() + (searchDays * 24 - 1) * 3_600_000));
  await lapseOrders(services);
  expect((await rowOf(body.orderId)).status).toBe('pending');
  server.setTime(new Date(Date.now() + (searchDays * 24 + 1) * 3_600_000));
  await lapseOrders(services);
  server.setTime(null);
  expect(await rowOf(body.orderId)).toMatchObject({ status: 'cancelled', lapsed: true, awaits_staff: false });
});

test('no act of this file was a fault', () => expect(server.faults).toEqual([]));
