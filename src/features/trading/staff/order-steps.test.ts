import { randomBytes, randomInt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { buildPayIn, buildSent, buy, placePaidBuy, sell, upload } from '../../../../test/orders.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { buildAttachment, setUpUnallocated } from '../../../../test/unallocated.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { expireOrders } from '../jobs.ts';

const server = await serverWithoutFaults();
const { call, signIn, owner } = server;
const findState = async (orderId: string) =>
  (await owner.query('select status, pay_in, pay_out, held, lapsed from transactions where id = $1', [orderId]))
    .rows[0];
const customer = await signIn('tier2');
const [finance, admin, compliance] = await Promise.all(['finance', 'admin', 'compliance'].map(signIn));
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
  const input = { orderId, reasonCode: 'because', note: '' };
  for (const path of ['desk/cancel', 'desk/rejectClaim'])
    expect((await call(path, input, finance)).body).toMatchObject({ code: 'desk.reason_unknown' });
});

test('a US$ order is paid with its cents', async () => {
  const { orderId } = await placePaidBuy(server, customer, { amount: '1.99', currency: 'USD' });
  const { body } = await call<{ transfer: unknown }>('trading/show', { orderId }, customer);
  expect(body.transfer).toEqual({ currency: 'USD', minor: '199' });
  const short = await call('desk/confirmReceived', receivePayment(orderId, '1', 'US-LINE-1'), finance);
  expect(short.body).toMatchObject({ code: 'desk.amount_differs' });
});

test('one statement line pays one order, in parallel and in any case', async () => {
  for (let round = 0; round < 10; round++) {
    const [one, two] = [
      await placePaidBuy(server, customer, { amount: '2100' }),
      await placePaidBuy(server, customer, { amount: '2100' }),
    ];
    const answers = await Promise.all([
      call('desk/confirmReceived', receivePayment(one.orderId, '2100', `LINE-${round}`), finance),
      call('desk/confirmReceived', receivePayment(two.orderId, '2100', `LINE-${round}`), admin),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  }
  const hash = 'ab'.repeat(32);
  const [one, two] = [
    await placePaidBuy(server, customer, { amount: '2100' }),
    await placePaidBuy(server, customer, { amount: '2100' }),
  ];
  expect((await call('desk/confirmReceived', receivePayment(one.orderId, '2100', hash), finance)).status).toBe(200);
  expect(
    (await call('desk/confirmReceived', receivePayment(two.orderId, '2100', hash.toUpperCase()), finance)).status,
  ).toBe(409);
});

test('a different amount is accepted once the order is stopped, and refunded as received', async () => {
  const { orderId } = await placePaidBuy(server, customer, { amount: '22000' });
  await call('desk/cancel', { orderId, reasonCode: 'amount_differs', note: '' }, finance);
  expect((await call('desk/confirmReceived', receivePayment(orderId, '21000', 'LINE-D'), finance)).status).toBe(200);
  const { body: seen } = await call<{ toReturn: string[] }>('desk/order', { orderId }, finance);
  const back = { orderId, movementId: seen.toReturn[0], reasonCode: 'order_stopped', note: '' };
  expect((await call('desk/prepareReturn', back, finance)).status).toBe(200);
  const { body } = await call<{ waiting: { payload: { amount: string } } }>('desk/order', { orderId }, admin);
  expect(body.waiting.payload.amount).toBe('21000.00');
  expect((await call('desk/approveReturn', { orderId, note: '' }, admin)).status).toBe(200);
  expect((await call('desk/recordReturned', buildSent(orderId, 'BACK-D'), finance)).status).toBe(200);
  expect(await findState(orderId)).toMatchObject({ pay_in: 'returned' });
});

test('an order with a proof rejected after 72 hours stays open as promised', async () => {
  const { orderId } = await placePaidBuy(server, customer, { amount: '26001' });
  server.setTime(new Date(Date.now() + 73 * 3_600_000));
  const back = { orderId, reasonCode: 'unreadable', note: '' };
  expect((await call('desk/rejectClaim', back, await signIn('finance'))).status).toBe(200);
  await expireOrders(server.services);
  server.setTime(null);
  expect(await findState(orderId)).toMatchObject({ status: 'pending', pay_in: 'awaiting' });
});

describe('name of the payee', async () => {
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
    const act = async (path: string, cookie: string | undefined, more: object = {}) => {
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
  const otherPayer = { payerHolder: 'Robbed Victim', payerAccount: '808808808' };

  test("a transfer from another person's account needs a note to pay for an order", async () => {
    const byLine = await placePaidBuy(server, customer, { amount: '21001' });
    const movementId = await unallocated.recordFunds('VICTIM 1', { amount: '21001', ...otherPayer });
    const attached = { ...buildAttachment(movementId, byLine, '21001'), note: '' };
    expect(await callAs('unallocated/attach', attached, finance)).toBe('desk.name_differs');

    const byHand = await placePaidBuy(server, customer, { amount: '21002' });
    const seen = { ...buildPayIn(byHand.orderId, { amount: '21002', reference: 'VICTIM 2' }), ...otherPayer, note: '' };
    const confirmed = await callAs('desk/confirmReceived', seen, finance);
    expect(confirmed).toBe('desk.name_differs');
    const withNote = await callAs(
      'desk/confirmReceived',
      { ...seen, note: 'Their mother pays; her letter is here' },
      finance,
    );
    expect(withNote).toBe('done');
  });
});

describe('competing orders', async () => {
  const [alice, eve, other] = [
    await newCustomer(server, 'Alice White'),
    await newCustomer(server, 'Eve Black'),
    await newCustomer(server, 'Omar Grey'),
  ];

  type Shown = { rivals: { id: string; customer: string; sameSender: boolean; sameAmount: boolean }[] };

  const loadRivals = async (orderId: string) =>
    (await call<Shown>('desk/order', { orderId }, finance)).body.rivals.map(({ id, sameSender, sameAmount }) => ({
      ...{ id, sameSender, sameAmount },
    }));

  const otherAddress = 'bc1qwjgyu6rkwgzfccydsmq7ghj6hlkj7xlvlhkf7g';

  const placeSell = async ({ cookie }: { cookie: string }, amount: string, more: object = {}) =>
    (await sell(server, cookie, { amount, ...more })).body.orderId;

  const eveOrders = await placeSell(eve, '0.001', { holder: 'Eve Black' });

  const aliceOrders = await placeSell(alice, '0.001', { holder: 'Alice White' });

  test('an open sell with the same amount or sender is shown, oldest first', async () => {
    const sender = await placeSell(other, '0.0015', { holder: 'Omar Grey' });
    await owner.query(`update transactions set sender_wallet_address = $1 where id = $2`, [otherAddress, aliceOrders]);
    expect(await loadRivals(eveOrders)).toEqual([
      { id: aliceOrders, sameSender: false, sameAmount: true },
      { id: sender, sameSender: true, sameAmount: false },
    ]);
    expect((await loadRivals(sender)).map(({ id }) => id)).toEqual([eveOrders]);
  });

  test('an order with received coins has no competing orders', async () => {
    const coins = buildPayIn(eveOrders, { amount: '0.001', reference: 'ab'.repeat(32) });
    expect((await call('desk/confirmReceived', coins, finance)).status).toBe(200);
    expect(await loadRivals(aliceOrders)).toEqual([]);
    expect(await loadRivals(eveOrders)).toEqual([]);
  });

  test('staff are never shown their own orders', async () => {
    const orderId = await placeSell(eve, '0.001', { holder: 'Eve Black' });
    expect((await loadRivals(orderId)).map(({ id }) => id)).toContain(aliceOrders);
    await owner.query(`insert into user_roles (user_id, role) values ($1, 'finance')`, [alice.id]);
    const shown = await call<Shown>('desk/order', { orderId }, alice.cookie);
    expect(shown.body.rivals.map(({ customer }) => customer)).toEqual(['Omar Grey']);
  });
});
