import { expect, test } from 'vitest';
import { cameIn, paidBuy, wasSent } from '../../../../test/orders.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { lapseOrders } from '../jobs.ts';

const server = await serverWithoutFaults();
const { call, signIn, owner } = server;
const customer = await signIn('tier2');
const [finance, admin] = await Promise.all(['finance', 'admin'].map(signIn));
const arrived = (orderId: string, amount: string, reference: string) => cameIn(orderId, { amount, reference });
const rowOf = async (orderId: string) =>
  (await owner.query('select status, pay_in from transactions where id = $1', [orderId])).rows[0];

test('a US$ order is paid with its cents', async () => {
  const { orderId } = await paidBuy(server, customer, { amount: '1.99', currency: 'USD' });
  const { body } = await call<{ transfer: unknown }>('trading/show', { orderId }, customer);
  expect(body.transfer).toEqual({ currency: 'USD', minor: '199' });
  const short = await call('desk/confirmReceived', arrived(orderId, '1', 'US-LINE-1'), finance);
  expect(short.body).toMatchObject({ code: 'desk.amount_differs' });
});

test('one bank line pays for one order, also when two people type it at once, or in capitals', async () => {
  for (let round = 0; round < 10; round++) {
    const [one, two] = [
      await paidBuy(server, customer, { amount: '2100' }),
      await paidBuy(server, customer, { amount: '2100' }),
    ];
    const answers = await Promise.all([
      call('desk/confirmReceived', arrived(one.orderId, '2100', `LINE-${round}`), finance),
      call('desk/confirmReceived', arrived(two.orderId, '2100', `LINE-${round}`), admin),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  }
  const hash = 'ab'.repeat(32);
  const [one, two] = [
    await paidBuy(server, customer, { amount: '2100' }),
    await paidBuy(server, customer, { amount: '2100' }),
  ];
  expect((await call('desk/confirmReceived', arrived(one.orderId, '2100', hash), finance)).status).toBe(200);
  expect((await call('desk/confirmReceived', arrived(two.orderId, '2100', hash.toUpperCase()), finance)).status).toBe(
    409,
  );
});

test('another amount than the order is taken in once the order was stopped, and goes back as it came', async () => {
  const { orderId } = await paidBuy(server, customer, { amount: '22000' });
  await call('desk/cancel', { orderId, reasonCode: 'amount_differs', note: '' }, finance);
  expect((await call('desk/confirmReceived', arrived(orderId, '21000', 'LINE-D'), finance)).status).toBe(200);
  const { body: seen } = await call<{ toReturn: string[] }>('desk/order', { orderId }, finance);
  const back = { orderId, movementId: seen.toReturn[0], reasonCode: 'order_stopped', note: '' };
  expect((await call('desk/prepareReturn', back, finance)).status).toBe(200);
  const { body } = await call<{ waiting: { frozen: { amount: string } } }>('desk/order', { orderId }, admin);
  expect(body.waiting.frozen.amount).toBe('21000.00');
  expect((await call('desk/approveReturn', { orderId, note: '' }, admin)).status).toBe(200);
  expect((await call('desk/recordReturned', wasSent(orderId, 'BACK-D'), finance)).status).toBe(200);
  expect(await rowOf(orderId)).toMatchObject({ pay_in: 'returned' });
});

test('an order whose proof was sent back after 72 hours stays open, as its customer is told', async () => {
  const { orderId } = await paidBuy(server, customer, { amount: '26001' });
  server.setTime(new Date(Date.now() + 73 * 3_600_000));
  const back = { orderId, reasonCode: 'unreadable', note: '' };
  expect((await call('desk/rejectClaim', back, await signIn('finance'))).status).toBe(200);
  await lapseOrders(server.services);
  server.setTime(null);
  expect(await rowOf(orderId)).toEqual({ status: 'pending', pay_in: 'awaiting' });
});
