import { randomBytes, randomInt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { buildPayIn, buildSent, placePaidBuy, sell } from '../../../../test/orders.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { buildAttachment, setUpUnallocated } from '../../../../test/unassigned.ts';
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
  const { body } = await call<{ waiting: { payload: { amount: string } } }>('desk/order', { orderId }, admin);
  expect(body.waiting.payload.amount).toBe('21000.00');
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

describe('name of the payee', async () => {
  const [finance, admin] = [await signIn('finance'), await signIn('admin')];
  const amount = '0.0002';

  async function placeArrivedSell() {
    const customer = await newCustomer(server, 'Peter Tosh');
    const accountNumber = String(randomInt(100_000_000, 999_999_999));
    const { body } = await sell(server, customer.cookie, { amount, holder: 'Peter Tosh', accountNumber });
    const { orderId } = body;
    const reference = randomBytes(32).toString('hex');
    for (const [path, input] of [
      ['confirmReceived', buildPayIn(orderId, { amount, reference })],
      ['startProcessing', { orderId, note: '' }],
    ] as const)
      expect((await call(`desk/${path}`, input, finance)).status).toBe(200);
    const rename = async (firstName: string, lastName: string) =>
      expect((await call('accountPages/updateProfile', { firstName, lastName }, customer.cookie)).status).toBe(200);
    const act = async (path: string, cookie: string, more: object = {}) => {
      const { status, body } = await call<{ code?: string }>(`desk/${path}`, { orderId, note: '', ...more }, cookie);
      return status === 200 ? 'done' : body.code;
    };
    return { orderId, rename, act };
  }

  test("a sell is paid to an account in the customer's current name only", async () => {
    const { orderId, rename, act } = await placeArrivedSell();
    await rename('Ina', 'Brown');
    expect(await act('preparePayout', finance)).toBe('desk.payee_renamed');
    await rename('Tosh', 'PETER');
    expect(await act('preparePayout', finance)).toBe('done');
    await rename('Ina', 'Brown');
    expect(await act('approvePayout', admin)).toBe('desk.payee_renamed');
    const { rows } = await owner.query('select pay_out from transactions where id = $1', [orderId]);
    expect(rows).toEqual([{ pay_out: 'prepared' }]);
    expect(await act('sendBackPayout', admin, { reasonCode: 'destination_wrong' })).toBe('done');
    expect(await act('fail', finance, { reasonCode: 'payout_refused_by_bank' })).toBe('done');
  });

  test("an approved payout is recorded even after the customer's name changed", async () => {
    const { orderId, rename, act } = await placeArrivedSell();
    expect(await act('preparePayout', finance)).toBe('done');
    expect(await act('approvePayout', admin)).toBe('done');
    await rename('Ina', 'Brown');
    const sent = await call('desk/recordSent', buildSent(orderId, `OUT ${orderId.slice(-10)}`), finance);
    expect(sent.status).toBe(200);
  });
});

describe('name of the payer', async () => {
  const unallocated = await setUpUnallocated(server);
  const callAs = server.actsAs();
  const finance = await signIn('finance');
  const stranger = { payerHolder: 'Robbed Victim', payerAccount: '808808808' };

  test("a transfer from a stranger's account needs a note to pay for an order", async () => {
    const byLine = await placePaidBuy(server, customer, { amount: '21001' });
    const movementId = await unallocated.recorded('VICTIM 1', { amount: '21001', ...stranger });
    const attached = { ...buildAttachment(movementId, byLine, '21001'), note: '' };
    expect(await callAs('unassigned/attach', attached, finance)).toBe('desk.name_differs');

    const byHand = await placePaidBuy(server, customer, { amount: '21002' });
    const seen = { ...buildPayIn(byHand.orderId, { amount: '21002', reference: 'VICTIM 2' }), ...stranger, note: '' };
    const confirmed = await callAs('desk/confirmReceived', seen, finance);
    expect(confirmed).toBe('desk.name_differs');
    const said = await callAs(
      'desk/confirmReceived',
      { ...seen, note: 'Their mother pays; her letter is here' },
      finance,
    );
    expect(said).toBe('done');
  });
});
