import { expect, test } from 'vitest';
import { buy, cameIn, paidBuy, sell, upload, wasSent } from '../../../../test/orders.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { lapseOrders } from '../jobs.ts';

const server = await serverWithoutFaults();
const { call, signIn, owner } = server;
const stateOf = async (orderId: string) =>
  (await owner.query('select status, pay_in, pay_out, held, lapsed from transactions where id = $1', [orderId]))
    .rows[0];
const customer = await signIn('tier2');
const [finance, admin, compliance, support] = await Promise.all(
  ['finance', 'admin', 'compliance', 'support'].map(signIn),
);
const received = (orderId: string, amount = '20000', reference = `BANK-${orderId.slice(-8)}`) =>
  cameIn(orderId, { amount, reference });
const step = (orderId: string) => ({ orderId, note: '' });

test('two people carry a purchase from the bank line to the receipt', async () => {
  const { orderId } = await paidBuy(server, customer);
  expect((await call('desk/confirmReceived', received(orderId), finance)).status).toBe(200);
  expect((await call('desk/startProcessing', step(orderId), finance)).status).toBe(200);
  const payout = step(orderId);
  const sent = wasSent(orderId, 'a'.repeat(64));
  expect((await call('desk/preparePayout', payout, finance)).status).toBe(200);
  expect(await call('desk/approvePayout', step(orderId), finance)).toMatchObject({
    status: 403,
    body: { code: 'approvals.second_person_needed' },
  });
  expect((await call('desk/recordSent', sent, finance)).body).toMatchObject({ code: 'desk.not_approved' });
  expect((await call('desk/approvePayout', step(orderId), admin)).status).toBe(200);
  expect((await call('desk/recordSent', sent, finance)).status).toBe(200);
  expect(await stateOf(orderId)).toMatchObject({ status: 'completed', pay_in: 'received', pay_out: 'sent' });
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

test('one bank line pays for one order', async () => {
  const [one, other] = [
    await paidBuy(server, customer, { amount: '21000' }),
    await paidBuy(server, customer, { amount: '21000' }),
  ];
  expect((await call('desk/confirmReceived', received(one.orderId, '21000', 'LINE-8841'), finance)).status).toBe(200);
  const again = await call('desk/confirmReceived', received(other.orderId, '21000', 'LINE-8841'), finance);
  expect(again).toMatchObject({
    status: 409,
    body: { code: 'desk.reference_used', data: { use: `order ${one.reference}` } },
  });
});

test('another amount than the order is not confirmed', async () => {
  const { orderId } = await paidBuy(server, customer, { amount: '22000.50' });
  expect((await call('desk/confirmReceived', received(orderId, '21999'), finance)).body).toMatchObject({
    code: 'desk.amount_differs',
  });
  expect((await call('desk/confirmReceived', received(orderId, '22000'), finance)).status).toBe(200);
});

test('of two people deciding at the same moment one counts, and a hundred approvals pay once', async () => {
  const { orderId } = await paidBuy(server, customer, { amount: '23000' });
  await call('desk/confirmReceived', received(orderId, '23000'), finance);
  await call('desk/startProcessing', step(orderId), finance);
  await call('desk/preparePayout', step(orderId), finance);
  const answers = await Promise.all(Array.from({ length: 30 }, () => call('desk/approvePayout', step(orderId), admin)));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  expect(await stateOf(orderId)).toMatchObject({ pay_out: 'approved' });
});

test('support looks and notes, and moves nothing', async () => {
  const { orderId } = await paidBuy(server, customer, { amount: '24000' });
  expect((await call('desk/order', { orderId }, support)).status).toBe(200);
  expect((await call('desk/note', { orderId, note: 'Called about it' }, support)).status).toBe(200);
  expect(await call('desk/confirmReceived', received(orderId, '24000'), support)).toMatchObject({
    status: 403,
    body: { code: 'staff.not_allowed' },
  });
});

test('a held order is paid out by nobody until compliance releases it', async () => {
  const { orderId } = await paidBuy(server, customer, { amount: '25000' });
  await call('desk/confirmReceived', received(orderId, '25000'), finance);
  await call('desk/startProcessing', step(orderId), finance);
  const hold = { orderId, reasonCode: 'unusual_pattern', note: '' };
  expect((await call('desk/hold', hold, finance)).status).toBe(403);
  expect((await call('desk/hold', hold, compliance)).status).toBe(200);
  const payout = step(orderId);
  expect((await call('desk/preparePayout', payout, finance)).body).toMatchObject({ code: 'desk.not_now' });
  expect((await call('desk/release', step(orderId), compliance)).status).toBe(200);
  expect((await call('desk/preparePayout', payout, finance)).status).toBe(200);
});

test('an order held before it was paid stands in the queue from that moment on', async () => {
  const { orderId } = (await buy(server, customer, { amount: '23456' })).body;
  const held = await call('desk/hold', { ...step(orderId), reasonCode: 'unusual_pattern' }, compliance);
  expect(held.status).toBe(200);
  const { body } = await call<{ lines: { id: string; waitingSince: string | null }[] }>('desk/queue', {}, finance);
  const line = body.lines.find(({ id }) => id === orderId);
  expect(Date.parse(line?.waitingSince ?? '')).toBeGreaterThan(Date.now() - 60_000);
  expect((await call('desk/release', step(orderId), compliance)).status).toBe(200);
});

test('staff never act on their own order', async () => {
  await owner.query(
    `insert into user_roles (user_id, role) select id, 'finance' from profiles where email = 'tier1@demo.test'`,
  );
  const both = await signIn('tier1');
  const { orderId } = await paidBuy(server, both, { amount: '9000' });
  expect(await call('desk/confirmReceived', received(orderId, '9000'), both)).toMatchObject({
    status: 403,
    body: { code: 'approvals.own_matter' },
  });
  await owner.query(`delete from user_roles where user_id = (select id from profiles where email = 'tier1@demo.test')`);
});

test('an order that nobody paid lapses after 72 hours, a late payment is attached to it and returned', async () => {
  const { body: order } = await buy(server, customer, { amount: '26000' });
  server.setTime(new Date(Date.now() + 73 * 3_600_000));
  await lapseOrders(server.services);
  server.setTime(null);
  expect(await stateOf(order.orderId)).toMatchObject({ status: 'cancelled', lapsed: true, pay_in: 'awaiting' });
  const { body: file } = await upload(server, customer);
  expect((await call('trading/claimPayment', { orderId: order.orderId, proofFile: file.id }, customer)).status).toBe(
    200,
  );
  const { body: queue } = await call<{ lines: { id: string }[] }>('desk/queue', {}, finance);
  expect(queue.lines.map((line) => line.id)).toContain(order.orderId);
  expect((await call('desk/confirmReceived', received(order.orderId, '26000'), finance)).status).toBe(200);
  const { body: seen } = await call<{ toReturn: string[] }>('desk/order', { orderId: order.orderId }, finance);
  const back = { ...step(order.orderId), movementId: seen.toReturn[0], reasonCode: 'paid_too_late' };
  expect((await call('desk/prepareReturn', back, finance)).status).toBe(200);
  expect((await call('desk/approveReturn', step(order.orderId), finance)).body).toMatchObject({
    code: 'approvals.second_person_needed',
  });
  expect(await stateOf(order.orderId)).toMatchObject({ pay_in: 'received' });
  expect((await call('desk/approveReturn', step(order.orderId), admin)).status).toBe(200);
  expect(await stateOf(order.orderId)).toMatchObject({ pay_in: 'received' });
  expect((await call('desk/recordReturned', wasSent(order.orderId, 'BACK-0001'), finance)).status).toBe(200);
  expect(await stateOf(order.orderId)).toMatchObject({ status: 'cancelled', pay_in: 'returned' });
});

test('a sell is paid out in Jamaican dollars by two people', async () => {
  const { body: order } = await sell(server, customer);
  expect((await call('desk/confirmReceived', received(order.orderId, '0.001', 'd'.repeat(64)), finance)).status).toBe(
    200,
  );
  await call('desk/startProcessing', step(order.orderId), finance);
  await call('desk/preparePayout', step(order.orderId), finance);
  await call('desk/approvePayout', step(order.orderId), admin);
  await call('desk/recordSent', wasSent(order.orderId, 'RTGS-1002'), admin);
  expect(await stateOf(order.orderId)).toMatchObject({ status: 'completed', pay_out: 'sent' });
});

test('every reason is one of the list', async () => {
  const { orderId } = await paidBuy(server, customer, { amount: '27000' });
  const made = { orderId, reasonCode: 'because', note: '' };
  for (const path of ['desk/cancel', 'desk/rejectClaim'])
    expect((await call(path, made, finance)).body).toMatchObject({ code: 'desk.reason_unknown' });
});
