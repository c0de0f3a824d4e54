import { expect, test } from 'vitest';
import { buildPayIn, buildSent, placePaidBuy } from '../../../../test/orders.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { expireOrders } from '../jobs.ts';

const server = await serverWithoutFaults();
const { call, signIn, owner } = server;
const customer = await signIn('tier2');
const [finance, admin] = await Promise.all(['finance', 'admin'].map(signIn));
const confirmArrived = (orderId: string, amount: string, reference: string) =>
  buildPayIn(orderId, { amount, reference });
const findRow = async (orderId: string) =>
  (await owner.query('select status, pay_in from transactions where id = $1', [orderId])).rows[0];

test('a US$ order is paid with its cents', async () => {
  const { orderId } = await placePaidBuy(server, customer, { amount: '1.99', currency: 'USD' });
  const { body } = await call<{ transfer: unknown }>('trading/show', { orderId }, customer);
  expect(body.transfer).toEqual({ currency: 'USD', minor: '199' });
  const short = await call('desk/confirmReceived', confirmArrived(orderId, '1', 'US-LINE-1'), finance);
  expect(short.body).toMatchObject({ code: 'desk.amount_differs' });
});

test('one statement line pays one order, in parallel and in any case', async () => {
  for (let round = 0; round < 10; round++) {
    const [one, two] = [
      await placePaidBuy(server, customer, { amount: '2100' }),
      await placePaidBuy(server, customer, { amount: '2100' }),
    ];
    const answers = await Promise.all([
      call('desk/confirmReceived', confirmArrived(one.orderId, '2100', `LINE-${round}`), finance),
      call('desk/confirmReceived', confirmArrived(two.orderId, '2100', `LINE-${round}`), admin),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  }
  const hash = 'ab'.repeat(32);
  const [one, two] = [
    await placePaidBuy(server, customer, { amount: '2100' }),
    await placePaidBuy(server, customer, { amount: '2100' }),
  ];
  expect((await call('desk/confirmReceived', confirmArrived(one.orderId, '2100', hash), finance)).status).toBe(200);
  expect(
    (await call('desk/confirmReceived', confirmArrived(two.orderId, '2100', hash.toUpperCase()), finance)).status,
  ).toBe(409);
});

test('a different amount is accepted once the order is stopped, and refunded as received', async () => {
  const { orderId } = await placePaidBuy(server, customer, { amount: '22000' });
  await call('desk/cancel', { orderId, reasonCode: 'amount_differs', note: '' }, finance);
  expect((await call('desk/confirmReceived', confirmArrived(orderId, '21000', 'LINE-D'), finance)).status).toBe(200);
  const { body: seen } = await call<{ toReturn: string[] }>('desk/order', { orderId }, finance);
  const back = { orderId, movementId: seen.toReturn[0], reasonCode: 'order_stopped', note: '' };
  expect((await call('desk/prepareReturn', back, finance)).status).toBe(200);
  const { body } = await call<{ waiting: { frozen: { amount: string } } }>('desk/order', { orderId }, admin);
  expect(body.waiting.frozen.amount).toBe('21000.00');
  expect((await call('desk/approveReturn', { orderId, note: '' }, admin)).status).toBe(200);
  expect((await call('desk/recordReturned', buildSent(orderId, 'BACK-D'), finance)).status).toBe(200);
  expect(await findRow(orderId)).toMatchObject({ pay_in: 'returned' });
});

test('an order with a proof rejected after 72 hours stays open as promised', async () => {
  const { orderId } = await placePaidBuy(server, customer, { amount: '26001' });
  server.setTime(new Date(Date.now() + 73 * 3_600_000));
  const back = { orderId, reasonCode: 'unreadable', note: '' };
  expect((await call('desk/rejectClaim', back, await signIn('finance'))).status).toBe(200);
  await expireOrders(server.services);
  server.setTime(null);
  expect(await findRow(orderId)).toEqual({ status: 'pending', pay_in: 'awaiting' });
});
