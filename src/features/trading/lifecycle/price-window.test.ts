import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  bitcoinAddress,
  buildPayIn,
  buy,
  placeLateOrder,
  requestChoice,
  sell,
  upload,
} from '../../../../test/orders.ts';
import { insertPastOrders } from '../../../../test/past-orders.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { buildUnallocated } from '../../../../test/unallocated.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { demoSettings } from '../../settings/demo-settings.ts';
import { endChoices, expireOrders } from '../jobs.ts';
import { reassessRepriced } from '../risk-checks/reassess-repriced.ts';

const server = await serverWithoutFaults();
const { call, signIn, owner, services } = server;
const findRow = async (id: string) => (await owner.query('select * from transactions where id = $1', [id])).rows[0];
const finance = await signIn('finance');
const repriceOrder = (factor: string) =>
  owner.query(`update price_history set price_usd = round(price_usd * ${factor}, 6) where symbol = 'BTC'`);

test('money sent within the window buys at the agreed price', async () => {
  const { body } = await buy(server, await signIn('tier2'));
  const before = await findRow(body.orderId);
  await repriceOrder('1.5');
  expect((await call('desk/confirmReceived', buildPayIn(body.orderId), finance)).status).toBe(200);
  await repriceOrder('1 / 1.5');
  expect(await findRow(body.orderId)).toMatchObject({
    crypto_amount: before.crypto_amount,
    reprice_choice_until: null,
  });
});

test('later money buys at a better price of its moment, and the timeline says so', async () => {
  const cookie = await signIn('tier2');
  const orderId = await placeLateOrder(server, cookie);
  const before = await findRow(orderId);
  await repriceOrder('0.5');
  expect((await call('desk/confirmReceived', buildPayIn(orderId), finance)).status).toBe(200);
  await repriceOrder('2');
  const after = await findRow(orderId);
  expect(Number(after.crypto_amount) / Number(before.crypto_amount)).toBeCloseTo(2, 4);
  expect(after).toMatchObject({ fee_amount_jmd: before.fee_amount_jmd, net_jmd_amount: before.net_jmd_amount });
  const { body } = await call<{ story: { event: string }[] }>('trading/show', { orderId }, cookie);
  expect(body.story.map(({ event }) => event)).toEqual(['placed', 'receive', 'repriced']);
});

test('a worse price waits for the customer, who accepts the shown amount', async () => {
  const cookie = await signIn('tier2');
  const orderId = await placeLateOrder(server, cookie);
  const before = await findRow(orderId);
  await repriceOrder('1.25');
  expect((await call('desk/confirmReceived', buildPayIn(orderId), finance)).status).toBe(200);
  expect((await findRow(orderId)).crypto_amount).toBe(before.crypto_amount);
  expect(await call('desk/startProcessing', { orderId, note: '' }, finance)).toMatchObject({
    body: { code: 'desk.price_not_taken' },
  });
  const desk = await call<{ possible: string[]; nextAction: string }>('desk/order', { orderId }, finance);
  expect(desk.body).toMatchObject({
    nextAction: 'customer_chooses',
    possible: expect.not.arrayContaining(['startProcessing']),
  });
  await expect(owner.query(`update transactions set status = 'processing' where id = $1`, [orderId])).rejects.toThrow(
    'no_work_before_the_choice',
  );
  type Shown = { nextActor: string; promise: { kind: string }; choice: { gets: { base: unknown } } | null };
  const { body } = await call<Shown>('trading/show', { orderId }, cookie);
  expect(body.nextActor).toBe('customer');
  expect(body.promise).toEqual({ kind: 'waiting' });
  expect(body.choice).not.toBeNull();
  const listed = await call<{ orders: { id: string; chooseUntil: unknown }[] }>('trading/list', {}, cookie);
  expect(listed.body.orders.find(({ id }) => id === orderId)?.chooseUntil).not.toBeNull();
  const seen = (Number(before.crypto_amount) / 1.26).toFixed(8);
  const choose = (wanted: string | null) => call('trading/choosePrice', { orderId, seen: wanted }, cookie);
  expect((await choose(before.crypto_amount)).body).toMatchObject({ code: 'trading.quote_lapsed' });
  expect((await choose(seen)).status).toBe(200);
  await repriceOrder('0.8');
  const after = await findRow(orderId);
  expect(Number(after.crypto_amount) / Number(before.crypto_amount)).toBeCloseTo(0.8, 4);
  expect((await call('desk/startProcessing', { orderId, note: '' }, finance)).status).toBe(200);
  expect((await choose(null)).body).toMatchObject({ code: 'trading.cannot_now' });
});

test('a paused coin blocks accepting a new price, but not the refund', async () => {
  const cookie = await signIn('tier2');
  const orderId = await placeLateOrder(server, cookie);
  await repriceOrder('1.25');
  expect((await call('desk/confirmReceived', buildPayIn(orderId), finance)).status).toBe(200);
  await repriceOrder('0.8');
  const pause = (paused: object[]) =>
    owner.query(`insert into setting_versions (key, value) values ('asset_switches', $1)`, [{ paused }]);
  await pause([{ side: 'buy', symbol: 'BTC', network: null }]);
  const choose = (seen: string | null) => call('trading/choosePrice', { orderId, seen }, cookie);
  expect((await choose('0.00000001')).body).toMatchObject({ code: 'trading.paused' });
  expect((await choose(null)).status).toBe(200);
  await pause([]);
});

test('declining, or no answer in time, refunds the money', async () => {
  const cookie = await signIn('tier2');
  const [one, other] = [await placeLateOrder(server, cookie), await placeLateOrder(server, cookie)];
  await repriceOrder('1.25');
  for (const id of [one, other]) await call('desk/confirmReceived', buildPayIn(id), finance);
  await repriceOrder('0.8');
  expect((await call('trading/choosePrice', { orderId: one, seen: null }, cookie)).status).toBe(200);
  expect(await endChoices(services)).toBe(0);
  server.setTime(new Date(Date.now() + 49 * 3_600_000));
  expect(await endChoices(services)).toBe(1);
  server.setTime(null);
  for (const id of [one, other]) expect(await findRow(id)).toMatchObject({ status: 'cancelled', pay_in: 'received' });
});

test('a sell without coins ends after the search days and leaves the staff queue', async () => {
  const { body } = await sell(server, await signIn('tier2'));
  expect(await findRow(body.orderId)).toMatchObject({ awaits_staff: true });
  const { searchDays } = demoSettings.price_windows;
  server.setTime(new Date(Date.now() + (searchDays * 24 - 1) * 3_600_000));
  await expireOrders(services);
  expect((await findRow(body.orderId)).status).toBe('pending');
  server.setTime(new Date(Date.now() + (searchDays * 24 + 1) * 3_600_000));
  await expireOrders(services);
  server.setTime(null);
  expect(await findRow(body.orderId)).toMatchObject({ status: 'cancelled', lapsed: true, awaits_staff: false });
});

async function placeLateSell(
  who: string,
  { holder, amount, factor }: { holder: string; amount: string; factor: number },
) {
  const { body } = await sell(server, await signIn(who), { holder, amount });
  await owner.query(`update transactions set price_holds_until = now() - interval '1 hour' where id = $1`, [
    body.orderId,
  ]);
  await repriceOrder(String(factor));
  const hash = randomUUID().replaceAll('-', '').repeat(2);
  const came = buildPayIn(body.orderId, { amount, reference: hash });
  expect((await call('desk/confirmReceived', came, finance)).status).toBe(200);
  await repriceOrder(String(1 / factor));
  return body.orderId;
}

test('coins sent in time keep their price, by block time, whenever they are confirmed', async () => {
  const { body } = await sell(server, await signIn('tier2'));
  const { orderId } = body;
  const before = await findRow(orderId);
  const came = buildPayIn(orderId, { amount: '0.001', reference: randomUUID().replaceAll('-', '').repeat(2) });
  const nobodys = buildUnallocated(came.reference, { asset: 'BTC', rail: 'bitcoin', senderAddress: bitcoinAddress });
  server.setTime(new Date(Date.now() + 3 * 3_600_000));
  const later = await signIn('finance');
  const untimed = async (path: string, input: object) =>
    (await call(path, { ...input, movedTime: '' }, later)).body as { code?: string };
  const codes = [await untimed('desk/confirmReceived', came), await untimed('unallocated/record', nobodys)];
  const { status } = await call('desk/confirmReceived', came, later);
  codes.push(await untimed('desk/recordExtra', came));
  server.setTime(null);
  expect(codes.map(({ code }) => code)).toEqual(Array(3).fill('desk.time_missing'));
  expect(status).toBe(200);
  const { net_jmd_amount, price_usd_used } = before;
  expect(await findRow(orderId)).toMatchObject({ net_jmd_amount, price_usd_used, reprice_choice_until: null });
});

test('a sell that reaches US$1,000 at its new price is reassessed before any payout', async () => {
  const orderId = await placeLateSell('tier2', { holder: 'Tamara Grant', amount: '0.006', factor: 2 });
  expect(Number((await findRow(orderId)).jmd_amount)).toBeGreaterThan(150_000);
  expect((await call('desk/startProcessing', { orderId, note: '' }, finance)).status).toBe(200);
  const prepare = () => call('desk/preparePayout', { orderId, note: '' }, finance);
  expect((await prepare()).body).toMatchObject({ code: 'desk.not_screened' });
  await reassessRepriced(services);
  expect(await findRow(orderId)).toMatchObject({ held: true, hold_reason: 'limit_exceeded_after_sending' });
  const { rows: assessments } = await owner.query(
    `select inputs->>'amount' amount, (inputs->>'reachesThreshold')::boolean large, outcome from risk_assessments
      where order_id = $1 order by created_at, id`,
    [orderId],
  );
  const { jmd_amount: amount } = await findRow(orderId);
  expect(assessments.map(({ large, outcome }) => [large, outcome])).toEqual([
    [false, 'accepted'],
    [true, 'held'],
  ]);
  expect(assessments[1].amount).toBe(amount);
  const { rows: alerts } = await owner.query(
    'select count(*)::int n from transaction_alerts where transaction_id = $1',
    [orderId],
  );
  expect(alerts).toEqual([{ n: 1 }]);
  const { body: shown } = await call<{ story: { event: string }[] }>(
    'trading/show',
    { orderId },
    await signIn('tier2'),
  );
  expect(shown.story.map(({ event }) => event)).toEqual(['placed', 'receive', 'repriced', 'startProcessing']);
  expect(await reassessRepriced(services)).toBe(0);
});

test('a customer with Enhanced KYC is asked for the source of coins above US$1,000 only', async () => {
  const large = await placeLateSell('enhanced', { holder: 'Enid Morgan', amount: '0.006', factor: 2 });
  const small = await placeLateSell('enhanced', { holder: 'Enid Morgan', amount: '0.001', factor: 2 });
  await reassessRepriced(services);
  expect(await findRow(large)).toMatchObject({ held: true, hold_reason: 'source_of_funds' });
  expect(await findRow(small)).toMatchObject({ held: false, assessment_pending: false });
});

test('the month counts an order once, and its cap applies to the new price', async () => {
  const over = await placeLateSell('tier1', { holder: 'Tariq Campbell', amount: '0.0066', factor: 1.25 });
  await reassessRepriced(services);
  expect(await findRow(over)).toMatchObject({ held: false });
  const next = await placeLateSell('tier1', { holder: 'Tariq Campbell', amount: '0.005', factor: 1.6 });
  await reassessRepriced(services);
  expect(await findRow(next)).toMatchObject({ held: true, hold_reason: 'limit_exceeded_after_sending' });
});

test('a moment with a stale price sets no price', async () => {
  const orderId = await placeLateOrder(server, await signIn('tier2'));
  await repriceOrder('0.5');
  await owner.query(`insert into price_checks (symbol, verdict, readings) values ('BTC', 'jump', '[]')`);
  expect((await call('desk/confirmReceived', buildPayIn(orderId), finance)).status).toBe(200);
  await owner.query(`delete from price_checks where verdict = 'jump'`);
  await repriceOrder('2');
  expect((await findRow(orderId)).reprice_choice_until).not.toBeNull();
});

test('claims and rejected proofs cannot keep an order open without end', async () => {
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
  const { lapses_at: end, created_at: placed } = await findRow(orderId);
  expect((end.getTime() - placed.getTime()) / 86_400_000).toBeCloseTo(3 + searchDays + graceHours / 24);
});

test('claiming, cancelling and expiring in parallel end in one way', async () => {
  const cookie = await signIn('tier2');
  for (let round = 0; round < 5; round += 1) {
    const { orderId } = (await buy(server, cookie, { amount: '3000' })).body;
    const proofFile = (await upload(server, cookie)).body.id;
    const answers = await Promise.all([
      call('trading/claimPayment', { orderId, proofFile }, cookie),
      call('trading/cancelOwn', { orderId }, cookie),
      call('trading/cancelOwn', { orderId }, cookie),
    ]);
    const [claimed, ...calledOff] = answers.map(({ status }) => status === 200);
    const { rows } = await owner.query('select status, pay_in, proof_file from transactions where id = $1', [orderId]);
    const [over, twice] = [calledOff.includes(true), calledOff.every(Boolean)];
    expect([twice, claimed || over]).toEqual([false, true]);
    expect(rows[0]).toEqual({
      status: over ? 'cancelled' : 'pending',
      pay_in: claimed ? 'claimed' : 'awaiting',
      proof_file: claimed ? proofFile : null,
    });
    const { rows: story } = await owner.query('select event from order_events where order_id = $1 order by id', [
      orderId,
    ]);
    expect(story.map(({ event }) => event)).not.toContainEqual(['claim', 'cancelOwn']);
  }
});

type OpenOrder = { id: string; promise: { kind: string; at?: string }; isAsked: boolean };

test('the open orders are the own ones that wait for payment, delivery or a refund, each with its date', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const other = await newCustomer(server, 'Una Brown');
  const list = async (cookie: string) => (await call<OpenOrder[]>('trading/open', undefined, cookie)).body;
  const unpaid = (await buy(server, customer.cookie, { amount: '1100' })).body.orderId;
  const paid = (await buy(server, customer.cookie, { amount: '1200' })).body.orderId;
  expect((await call('desk/confirmReceived', buildPayIn(paid, { amount: '1200' }), finance)).status).toBe(200);
  const back = (await buy(server, customer.cookie, { amount: '1300' })).body.orderId;
  expect((await call('desk/confirmReceived', buildPayIn(back, { amount: '1300' }), finance)).status).toBe(200);
  const cancelled = { orderId: back, reasonCode: 'asked_by_customer', note: '' };
  expect((await call('desk/cancel', cancelled, finance)).status).toBe(200);
  await insertPastOrders(server, customer.id, ['completed', 'cancelled']);
  const open = await list(customer.cookie);
  expect(open.map(({ id, promise }) => [id, promise.kind])).toEqual([
    [back, 'return_by'],
    [paid, 'done_by'],
    [unpaid, 'send_by'],
  ]);
  expect(JSON.stringify(open)).not.toMatch(/holdReason|movements|"held"/);
  await requestChoice(server, paid);
  expect((await list(customer.cookie)).find(({ id }) => id === paid)?.promise).toEqual({ kind: 'waiting' });
  expect(await list(other.cookie)).toEqual([]);
});
