import { expect, test } from 'vitest';
import { buildPayIn, buildSent, buy, placePaidBuy, sell, upload } from '../../../../test/orders.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { expireOrders } from '../jobs.ts';

const server = await serverWithoutFaults();
const { call, signIn, owner } = server;
const findState = async (orderId: string) =>
  (await owner.query('select status, pay_in, pay_out, held, lapsed from transactions where id = $1', [orderId]))
    .rows[0];
const customer = await signIn('tier2');
const [finance, admin, compliance, support] = await Promise.all(
  ['finance', 'admin', 'compliance', 'support'].map(signIn),
);
const receivePayment = (orderId: string, amount = '20000', reference = `BANK-${orderId.slice(-8)}`) =>
  buildPayIn(orderId, { amount, reference });
const buildStep = (orderId: string) => ({ orderId, note: '' });

test('two people carry a buy from the statement line to the receipt', async () => {
  const { orderId } = await placePaidBuy(server, customer);
  expect((await call('desk/confirmReceived', receivePayment(orderId), finance)).status).toBe(200);
  expect((await call('desk/startProcessing', buildStep(orderId), finance)).status).toBe(200);
  const payout = buildStep(orderId);
  const sent = buildSent(orderId, 'a'.repeat(64));
  expect((await call('desk/preparePayout', payout, finance)).status).toBe(200);
  expect(await call('desk/approvePayout', buildStep(orderId), finance)).toMatchObject({
    status: 403,
    body: { code: 'approvals.second_person_needed' },
  });
  expect((await call('desk/recordSent', sent, finance)).body).toMatchObject({ code: 'desk.not_approved' });
  expect((await call('desk/approvePayout', buildStep(orderId), admin)).status).toBe(200);
  expect((await call('desk/recordSent', sent, finance)).status).toBe(200);
  expect(await findState(orderId)).toMatchObject({ status: 'completed', pay_in: 'received', pay_out: 'sent' });
  const { rows } = await owner.query('select action from audit_log where subject_id = $1 order by id', [orderId]);
  expect(rows.map((row) => row.action)).toEqual([
    'trading.order_placed',
    'trading.claim',
    'trading.receive',
    'trading.startProcessing',
    'trading.preparePayout',
    'trading.approvePayout',
    'trading.complete',
  ]);
});

test('one statement line pays for one order', async () => {
  const [one, other] = [
    await placePaidBuy(server, customer, { amount: '21000' }),
    await placePaidBuy(server, customer, { amount: '21000' }),
  ];
  expect((await call('desk/confirmReceived', receivePayment(one.orderId, '21000', 'LINE-8841'), finance)).status).toBe(
    200,
  );
  const again = await call('desk/confirmReceived', receivePayment(other.orderId, '21000', 'LINE-8841'), finance);
  expect(again).toMatchObject({
    status: 409,
    body: { code: 'desk.reference_used', data: { use: `order ${one.reference}` } },
  });
});

test('a different amount is not confirmed', async () => {
  const { orderId } = await placePaidBuy(server, customer, { amount: '22000.50' });
  expect((await call('desk/confirmReceived', receivePayment(orderId, '21999'), finance)).body).toMatchObject({
    code: 'desk.amount_differs',
  });
  expect((await call('desk/confirmReceived', receivePayment(orderId, '22000'), finance)).status).toBe(200);
});

test('parallel decisions count once, and a hundred approvals pay once', async () => {
  const { orderId } = await placePaidBuy(server, customer, { amount: '23000' });
  await call('desk/confirmReceived', receivePayment(orderId, '23000'), finance);
  await call('desk/startProcessing', buildStep(orderId), finance);
  await call('desk/preparePayout', buildStep(orderId), finance);
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => call('desk/approvePayout', buildStep(orderId), admin)),
  );
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  expect(await findState(orderId)).toMatchObject({ pay_out: 'approved' });
});

test('support views and adds notes only', async () => {
  const { orderId } = await placePaidBuy(server, customer, { amount: '24000' });
  expect((await call('desk/order', { orderId }, support)).status).toBe(200);
  expect((await call('desk/note', { orderId, note: 'Called about it' }, support)).status).toBe(200);
  expect(await call('desk/confirmReceived', receivePayment(orderId, '24000'), support)).toMatchObject({
    status: 403,
    body: { code: 'staff.not_allowed' },
  });
});

test('a held order cannot be paid out until compliance releases it', async () => {
  const { orderId } = await placePaidBuy(server, customer, { amount: '25000' });
  await call('desk/confirmReceived', receivePayment(orderId, '25000'), finance);
  await call('desk/startProcessing', buildStep(orderId), finance);
  const hold = { orderId, reasonCode: 'unusual_pattern', note: '' };
  expect((await call('desk/hold', hold, finance)).status).toBe(403);
  expect((await call('desk/hold', hold, compliance)).status).toBe(200);
  const payout = buildStep(orderId);
  expect((await call('desk/preparePayout', payout, finance)).body).toMatchObject({ code: 'desk.not_now' });
  expect((await call('desk/release', buildStep(orderId), compliance)).status).toBe(200);
  expect((await call('desk/preparePayout', payout, finance)).status).toBe(200);
});

test('an order held before payment is queued from that moment', async () => {
  const { orderId } = (await buy(server, customer, { amount: '23456' })).body;
  const held = await call('desk/hold', { ...buildStep(orderId), reasonCode: 'unusual_pattern' }, compliance);
  expect(held.status).toBe(200);
  const { body } = await call<{ lines: { id: string; waitingSince: string | null }[] }>('desk/queue', {}, finance);
  const line = body.lines.find(({ id }) => id === orderId);
  expect(Date.parse(line?.waitingSince ?? '')).toBeGreaterThan(Date.now() - 60_000);
  expect((await call('desk/release', buildStep(orderId), compliance)).status).toBe(200);
});

test('staff cannot act on their own order', async () => {
  await owner.query(
    `insert into user_roles (user_id, role) select id, 'finance' from profiles where email = 'tier1@demo.test'`,
  );
  const both = await signIn('tier1');
  const { orderId } = await placePaidBuy(server, both, { amount: '9000' });
  expect(await call('desk/confirmReceived', receivePayment(orderId, '9000'), both)).toMatchObject({
    status: 403,
    body: { code: 'approvals.own_matter' },
  });
  await owner.query(`delete from user_roles where user_id = (select id from profiles where email = 'tier1@demo.test')`);
});

test('an unpaid order expires after 72 hours, and a late payment is attached and refunded', async () => {
  const { body: order } = await buy(server, customer, { amount: '26000' });
  server.setTime(new Date(Date.now() + 73 * 3_600_000));
  await expireOrders(server.services);
  server.setTime(null);
  expect(await findState(order.orderId)).toMatchObject({ status: 'cancelled', lapsed: true, pay_in: 'awaiting' });
  const { body: file } = await upload(server, customer);
  expect((await call('trading/claimPayment', { orderId: order.orderId, proofFile: file.id }, customer)).status).toBe(
    200,
  );
  const { body: queue } = await call<{ lines: { id: string }[] }>('desk/queue', {}, finance);
  expect(queue.lines.map((line) => line.id)).toContain(order.orderId);
  expect((await call('desk/confirmReceived', receivePayment(order.orderId, '26000'), finance)).status).toBe(200);
  const { body: seen } = await call<{ toReturn: string[] }>('desk/order', { orderId: order.orderId }, finance);
  const back = { ...buildStep(order.orderId), movementId: seen.toReturn[0], reasonCode: 'paid_too_late' };
  expect((await call('desk/prepareReturn', back, finance)).status).toBe(200);
  expect((await call('desk/approveReturn', buildStep(order.orderId), finance)).body).toMatchObject({
    code: 'approvals.second_person_needed',
  });
  expect(await findState(order.orderId)).toMatchObject({ pay_in: 'received' });
  expect((await call('desk/approveReturn', buildStep(order.orderId), admin)).status).toBe(200);
  expect(await findState(order.orderId)).toMatchObject({ pay_in: 'received' });
  expect((await call('desk/recordReturned', buildSent(order.orderId, 'BACK-0001'), finance)).status).toBe(200);
  expect(await findState(order.orderId)).toMatchObject({ status: 'cancelled', pay_in: 'returned' });
});

test('a sell is paid out in Jamaican dollars by two people', async () => {
  const { body: order } = await sell(server, customer);
  expect(
    (await call('desk/confirmReceived', receivePayment(order.orderId, '0.001', 'd'.repeat(64)), finance)).status,
  ).toBe(200);
  await call('desk/startProcessing', buildStep(order.orderId), finance);
  await call('desk/preparePayout', buildStep(order.orderId), finance);
  await call('desk/approvePayout', buildStep(order.orderId), admin);
  await call('desk/recordSent', buildSent(order.orderId, 'RTGS-1002'), admin);
  expect(await findState(order.orderId)).toMatchObject({ status: 'completed', pay_out: 'sent' });
});

test('every reason is from the list', async () => {
  const { orderId } = await placePaidBuy(server, customer, { amount: '27000' });
  const made = { orderId, reasonCode: 'because', note: '' };
  for (const path of ['desk/cancel', 'desk/rejectClaim'])
    expect((await call(path, made, finance)).body).toMatchObject({ code: 'desk.reason_unknown' });
});
