import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { bitcoinAddress, buy, cameIn, lateOrder, sell, upload } from '../../../../test/orders.ts';
import { nothingKnown } from '../../../../test/unassigned.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { demoSettings } from '../../settings/demo-settings.ts';
import { endChoices, lapseOrders } from '../jobs.ts';
import { judgeRepriced } from '../judging/judge-repriced.ts';

const server = await serverWithoutFaults();
const { call, signIn, owner, services } = server;
const rowOf = async (id: string) => (await owner.query('select * from transactions where id = $1', [id])).rows[0];
const finance = await signIn('finance');
const reprice = (factor: string) =>
  owner.query(`update price_history set price_usd = round(price_usd * ${factor}, 6) where symbol = 'BTC'`);

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
  // The desk does not offer it either.
  const desk = await call<{ possible: string[]; nextAction: string }>('desk/order', { orderId }, finance);
  expect(desk.body).toMatchObject({
    nextAction: 'customer_chooses',
    possible: expect.not.arrayContaining(['startProcessing']),
  });
  await expect(owner.query(`update transactions set status = 'processing' where id = $1`, [orderId])).rejects.toThrow(
    'no_work_before_the_choice',
  );
  type Shown = { whoseMove: string; promise: { kind: string }; choice: { gets: { base: unknown } } | null };
  const { body } = await call<Shown>('trading/show', { orderId }, cookie);
  expect(body.whoseMove).toBe('customer');
  // While they choose we promise no date, and their lists say that it is their move.
  expect(body.promise).toEqual({ kind: 'waiting' });
  expect(body.choice).not.toBeNull();
  const listed = await call<{ orders: { id: string; chooseUntil: unknown }[] }>('trading/list', {}, cookie);
  expect(listed.body.orders.find(({ id }) => id === orderId)?.chooseUntil).not.toBeNull();
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

/** A sell of so many BTC whose coins came too late, at a price that is better for its customer by a factor. */
async function lateSell(who: string, { holder, amount, factor }: { holder: string; amount: string; factor: number }) {
  const { body } = await sell(server, await signIn(who), { holder, amount });
  await owner.query(`update transactions set price_holds_until = now() - interval '1 hour' where id = $1`, [
    body.orderId,
  ]);
  await reprice(String(factor));
  const hash = randomUUID().replaceAll('-', '').repeat(2);
  const came = cameIn(body.orderId, { amount, reference: hash });
  expect((await call('desk/confirmReceived', came, finance)).status).toBe(200);
  await reprice(String(1 / factor));
  return body.orderId;
}

test('coins sent in time keep their price whenever they are confirmed: the time of their block is asked', async () => {
  const { body } = await sell(server, await signIn('tier2'));
  const { orderId } = body;
  const before = await rowOf(orderId);
  const came = cameIn(orderId, { amount: '0.001', reference: randomUUID().replaceAll('-', '').repeat(2) });
  const nobodys = nothingKnown(came.reference, { asset: 'BTC', rail: 'bitcoin', senderAddress: bitcoinAddress });
  server.setTime(new Date(Date.now() + 3 * 3_600_000));
  const later = await signIn('finance');
  const untimed = async (path: string, input: object) =>
    (await call(path, { ...input, movedTime: '' }, later)).body as { code?: string };
  const codes = [await untimed('desk/confirmReceived', came), await untimed('unassigned/record', nobodys)];
  const { status } = await call('desk/confirmReceived', came, later);
  codes.push(await untimed('desk/recordExtra', came));
  server.setTime(null);
  expect(codes.map(({ code }) => code)).toEqual(Array(3).fill('desk.time_missing'));
  expect(status).toBe(200);
  const { net_jmd_amount, price_usd_used } = before;
  expect(await rowOf(orderId)).toMatchObject({ net_jmd_amount, price_usd_used, choose_until: null });
});

test('a sell whose new price is of US$1,000 or more is judged anew, and nothing of it leaves before', async () => {
  const orderId = await lateSell('tier2', { holder: 'Tamara Grant', amount: '0.006', factor: 2 });
  expect(Number((await rowOf(orderId)).jmd_amount)).toBeGreaterThan(150_000);
  expect((await call('desk/startProcessing', { orderId, note: '' }, finance)).status).toBe(200);
  const prepare = () => call('desk/preparePayout', { orderId, note: '' }, finance);
  expect((await prepare()).body).toMatchObject({ code: 'desk.not_screened' });
  await judgeRepriced(services);
  expect(await rowOf(orderId)).toMatchObject({ held: true, hold_reason: 'limit_exceeded_after_sending' });
  const { rows: judged } = await owner.query(
    `select inputs->>'amount' amount, (inputs->>'reachesThreshold')::boolean large, outcome from risk_assessments
      where order_id = $1 order by created_at, id`,
    [orderId],
  );
  const { jmd_amount: amount } = await rowOf(orderId);
  expect(judged.map(({ large, outcome }) => [large, outcome])).toEqual([
    [false, 'accepted'],
    [true, 'held'],
  ]);
  expect(judged[1].amount).toBe(amount);
  const { rows: alerts } = await owner.query(
    'select count(*)::int n from transaction_alerts where transaction_id = $1',
    [orderId],
  );
  expect(alerts).toEqual([{ n: 1 }]);
  // The customer reads nothing of it (A7).
  const { body: shown } = await call<{ story: { event: string }[] }>(
    'trading/show',
    { orderId },
    await signIn('tier2'),
  );
  expect(shown.story.map(({ event }) => event)).toEqual(['placed', 'receive', 'repriced', 'startProcessing']);
  // Once is enough.
  expect(await judgeRepriced(services)).toBe(0);
});

test('one who may pass US$1,000 is asked where the coins are from; below it the order goes on', async () => {
  const large = await lateSell('enhanced', { holder: 'Enid Morgan', amount: '0.006', factor: 2 });
  const small = await lateSell('enhanced', { holder: 'Enid Morgan', amount: '0.001', factor: 2 });
  await judgeRepriced(services);
  expect(await rowOf(large)).toMatchObject({ held: true, hold_reason: 'source_of_funds' });
  expect(await rowOf(small)).toMatchObject({ held: false, unjudged: false });
});

test('the month counts an order once, and its cap holds for the new price', async () => {
  const over = await lateSell('tier1', { holder: 'Tariq Campbell', amount: '0.0066', factor: 1.25 });
  await judgeRepriced(services);
  expect(await rowOf(over)).toMatchObject({ held: false });
  const next = await lateSell('tier1', { holder: 'Tariq Campbell', amount: '0.005', factor: 1.6 });
  await judgeRepriced(services);
  expect(await rowOf(next)).toMatchObject({ held: true, hold_reason: 'limit_exceeded_after_sending' });
});

test('nothing is priced by a moment at which the coin rested', async () => {
  const orderId = await lateOrder(server, await signIn('tier2'));
  await reprice('0.5');
  await owner.query(`insert into price_checks (symbol, verdict, readings) values ('BTC', 'jump', '[]')`);
  expect((await call('desk/confirmReceived', cameIn(orderId), finance)).status).toBe(200);
  await owner.query(`delete from price_checks where verdict = 'jump'`);
  await reprice('2');
  expect((await rowOf(orderId)).choose_until).not.toBeNull();
});

test('claims and proofs that are sent back keep no order for ever', async () => {
  const cookie = await signIn('enhanced');
  const { body } = await buy(server, cookie);
  const { orderId } = body;
  const { searchDays, graceHours } = demoSettings.price_windows;
  for (let passed = 2; passed <= 24; passed += 2) {
    const { body: file } = await upload(server, cookie);
    const claimed = await call('trading/claimPayment', { orderId, proofFile: file.id }, cookie);
    expect(claimed.status).toBe(200);
    const later = `created_at = created_at - interval '2 days', lapses_at = lapses_at - interval '2 days'`;
    await owner.query(`update transactions set ${later} where id = $1`, [orderId]);
    const rejected = { orderId, reasonCode: 'not_arrived', note: '' };
    expect((await call('desk/rejectClaim', rejected, await signIn('finance'))).status).toBe(200);
  }
  const { lapses_at: end, created_at: placed } = await rowOf(orderId);
  expect((end.getTime() - placed.getTime()) / 86_400_000).toBeCloseTo(3 + searchDays + graceHours / 24);
});
