import { beforeEach, expect, test } from 'vitest';
import { buildSandboxEvent, handleEvents, sendWebhook, setCards, startOrderByCard } from '../../../../test/cards.ts';
import { buildPayIn, buildSent, buy, placePaidBuy } from '../../../../test/orders.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { setUpSuspicions } from '../../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { after, hours, minutes } from '../../../kernel/clock.ts';
import { expireOrders } from '../jobs.ts';

const server = await serverWithoutFaults();
const { call, signIn, owner, services } = server;
const { rowsOf } = setUpSuspicions(server);
const [finance, admin, compliance] = await Promise.all(['finance', 'admin', 'compliance'].map(signIn));
beforeEach(() => setCards(server, { forCrypto: 'open', keptHours: 24 }));

type Answer = { code?: string; data?: Record<string, string> };
type ProviderEvent = { id: string; transaction: string };
const callAs = server.actsAs(finance);
const buildStep = (orderId: string) => ({ orderId, note: '' });
const buildEvent = (orderId: string, wishes: object = {}) =>
  buildSandboxEvent(orderId, { amount: '4000.00', ...wishes });

async function receiveEvent(event: ProviderEvent): Promise<void> {
  expect(await sendWebhook(server, event)).toBe(200);
  await handleEvents(server);
}
const findState = async (orderId: string) =>
  (
    await rowsOf(
      'select status, pay_in, pay_out, held, hold_reason, surplus_count extras, lapsed, payment_method from transactions where id = $1',
      [orderId],
    )
  )[0];
const findLines = (orderId: string) =>
  rowsOf(
    `select direction, is_surplus extra, rail, asset, amount::numeric(18,2)::text amount, holder, reference, recorded_by
       from movements where order_id = $1 order by recorded_at, id`,
    [orderId],
  );
const findOutcome = async ({ id }: ProviderEvent) =>
  (await rowsOf<{ became: string }>('select became from card_events where event_id = $1', [id]))[0]?.became;
type Shown = {
  story: { event: string; by: string; reason: string | null }[];
  account: object | null;
  keptUntil: Date | null;
  asked: string | null;
  promise: { kind: string; at: string };
};
const loadOrder = async (orderId: string, cookie: string) =>
  (await call<Shown>('trading/show', { orderId }, cookie)).body;

test('a card order has an hour to pay and asks for the agreed amount', async () => {
  const buyer = await newCustomer(server, 'Ina Brown');
  const { orderId, url } = await startOrderByCard(server, buyer.cookie);
  const [row] = await rowsOf<{ made: Date; deadline: Date; holds: Date }>(
    'select created_at made, lapses_at deadline, price_holds_until holds from transactions where id = $1',
    [orderId],
  );
  expect([row?.deadline, row?.holds]).toEqual([after(row?.made ?? new Date(), hours(1)), row?.holds]);
  expect(Number(row?.holds) - Number(row?.made)).toBeLessThanOrEqual(hours(1));
  const link = Object.fromEntries(new URL(url).searchParams);
  expect(link).toMatchObject({ amount: '4000.00', currency: 'JMD', reference: orderId, customer_email: buyer.email });
  expect(link['description']).toMatch(/^Purchase of 0\.\d+ BTC$/);
  expect(await loadOrder(orderId, buyer.cookie)).toMatchObject({ account: null, keptUntil: null });
});

test('a provider event records the payment, email, timeline and next action', async () => {
  const buyer = await newCustomer(server, 'Ina Brown');
  const { orderId } = await startOrderByCard(server, buyer.cookie);
  const charge = buildEvent(orderId);
  expect(await sendWebhook(server, charge)).toBe(200);
  expect(await findState(orderId)).toMatchObject({ pay_in: 'awaiting' });
  await handleEvents(server);
  expect(await findState(orderId)).toMatchObject({
    ...{ status: 'pending', pay_in: 'received', payment_method: 'card', held: false, hold_reason: null, extras: 0 },
  });
  expect(await findLines(orderId)).toEqual([
    {
      ...{ direction: 'in', extra: false, rail: 'card', asset: 'JMD', amount: '4000.00', holder: 'Ina Brown' },
      ...{ reference: `sandbox:${charge.transaction}`, recorded_by: null },
    },
  ]);
  const { story } = await loadOrder(orderId, buyer.cookie);
  expect(story.map(({ event, by }) => [event, by])).toEqual([
    ['placed', 'you'],
    ['receive', 'us'],
  ]);
  expect(
    await rowsOf(`select actor_id, actor_role from audit_log where action = 'trading.receive' and subject_id = $1`, [
      orderId,
    ]),
  ).toEqual([{ actor_id: null, actor_role: 'system' }]);
});

test('an event counts once, and a second charge is refunded by two people', async () => {
  const buyer = await newCustomer(server, 'Ina Brown');
  const { orderId } = await startOrderByCard(server, buyer.cookie);
  const [one, other] = [buildEvent(orderId), buildEvent(orderId)];
  for (const event of [one, one, other, one]) await receiveEvent(event);
  expect((await findLines(orderId)).map(({ extra }) => extra)).toEqual([false, true]);
  expect(await findState(orderId)).toMatchObject({ pay_in: 'received', extras: 1 });
  expect((await loadOrder(orderId, buyer.cookie)).story.map(({ event }) => event)).toContain('extraArrived');
  const [extra] = await rowsOf<{ id: string }>('select id from movements where order_id = $1 and is_surplus', [
    orderId,
  ]);
  const back = { ...buildStep(orderId), movementId: extra?.id, reasonCode: 'paid_twice' };
  const typed = { payerBank: 'NCB', payerAccount: '1234567', payerHolder: 'Other Person' };
  expect(await callAs('desk/prepareReturn', { ...back, ...typed })).toBe('desk.payer_stands');
  expect(await callAs('desk/prepareReturn', back)).toBe('done');
  expect(await callAs('desk/approveReturn', buildStep(orderId), admin)).toBe('done');
  expect(await callAs('desk/recordReturned', buildSent(orderId, 'refund-0001'))).toBe('done');
  expect(await findState(orderId)).toMatchObject({ pay_in: 'received', extras: 0 });
  expect((await findLines(orderId)).at(-1)).toMatchObject({ direction: 'back', rail: 'card', holder: 'Ina Brown' });
});

test('a charge on top of a confirmed transfer is refunded, and the order continues', async () => {
  const buyer = await newCustomer(server, 'Ina Brown');
  const { orderId } = await startOrderByCard(server, buyer.cookie);
  expect(await callAs('desk/confirmReceived', buildPayIn(orderId, { amount: '4000' }))).toBe('done');
  const charge = buildEvent(orderId);
  await receiveEvent(charge);
  expect(await findOutcome(charge)).toBe('late');
  expect((await findLines(orderId)).map(({ rail, extra }) => [rail, extra])).toEqual([
    ['bank', false],
    ['card', true],
  ]);
  expect(await loadOrder(orderId, buyer.cookie)).toMatchObject({ keptUntil: null });
});

test('a charge after expiry or cancellation is attached as late and refunded', async () => {
  const [one, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Ina Brown')];
  const lapsed = await startOrderByCard(server, one.cookie);
  const calledOff = await startOrderByCard(server, other.cookie);
  expect(await callAs('trading/cancelOwn', { orderId: calledOff.orderId }, other.cookie)).toBe('done');
  server.setTime(after(new Date(), minutes(61)));
  await expireOrders(services);
  expect(await findState(lapsed.orderId)).toMatchObject({ status: 'cancelled', pay_in: 'awaiting', lapsed: true });
  for (const { orderId } of [lapsed, calledOff]) {
    const charge = buildEvent(orderId);
    await receiveEvent(charge);
    expect([await findOutcome(charge), await findState(orderId)]).toMatchObject([
      'late',
      { status: 'cancelled', pay_in: 'received', held: false },
    ]);
  }
  const { body } = await call<{ nextAction: string }>('desk/order', { orderId: lapsed.orderId }, finance);
  expect(body.nextAction).toBe('return_money');
});

test('a card in another name holds the order, and its customer reads what to do', async () => {
  await setCards(server, { keptHours: 0 });
  const buyer = await newCustomer(server, 'Ina Brown');
  const { orderId } = await startOrderByCard(server, buyer.cookie);
  await receiveEvent(buildEvent(orderId, { name: 'Tamara Grant' }));
  expect(await findState(orderId)).toMatchObject({ pay_in: 'received', held: true, hold_reason: 'payer_name_differs' });
  const { story, asked } = await loadOrder(orderId, buyer.cookie);
  expect(story.map(({ event }) => event)).toEqual(['placed', 'receive', 'askedName']);
  expect(asked).toMatch(/name on the card isn't the name on your account.*Your money is safe\./);
  expect(JSON.stringify(story)).not.toMatch(/hold|third party/);
  expect(await callAs('desk/startProcessing', buildStep(orderId))).toBe('done');
  expect(await callAs('desk/preparePayout', buildStep(orderId))).toBe('desk.not_now');
  expect(await loadOrder(orderId, buyer.cookie)).toMatchObject({
    asked: expect.any(String),
    promise: { kind: 'waiting' },
  });
  expect(await callAs('desk/release', buildStep(orderId), compliance)).toBe('done');
  expect(await loadOrder(orderId, buyer.cookie)).toMatchObject({ asked: null, promise: { kind: 'done_by' } });
  expect(await callAs('desk/preparePayout', buildStep(orderId))).toBe('done');
});

test('name order and accents do not matter; a missing name is looked up by staff', async () => {
  const [one, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Ina Brown')];
  const same = await startOrderByCard(server, one.cookie);
  await receiveEvent(buildEvent(same.orderId, { name: 'BROWN, Iná' }));
  expect(await findState(same.orderId)).toMatchObject({ held: false });
  const unknown = await startOrderByCard(server, other.cookie);
  await receiveEvent(buildEvent(unknown.orderId, { name: '' }));
  expect(await findState(unknown.orderId)).toMatchObject({ held: true, hold_reason: 'card_name_unknown' });
  expect((await loadOrder(unknown.orderId, other.cookie)).story.map(({ event }) => event)).toEqual([
    'placed',
    'receive',
  ]);
});

test('a charge after the price expired is priced by its moment, like a transfer', async () => {
  const buyer = await newCustomer(server, 'Ina Brown');
  const { orderId } = await startOrderByCard(server, buyer.cookie);
  await owner.query(`update transactions set price_holds_until = now() - interval '1 minute' where id = $1`, [orderId]);
  await owner.query(`update price_history set price_usd = round(price_usd * 2, 6) where symbol = 'BTC'`);
  await receiveEvent(buildEvent(orderId));
  await owner.query(`update price_history set price_usd = round(price_usd / 2, 6) where symbol = 'BTC'`);
  const { body } = await call<{ choice: object | null; nextActor: string }>('trading/show', { orderId }, buyer.cookie);
  expect(body).toMatchObject({ nextActor: 'customer', choice: expect.anything() });
});

test('a card order is not paid out before the hold ends, which the customer can read', async () => {
  const buyer = await newCustomer(server, 'Ina Brown');
  const { orderId } = await startOrderByCard(server, buyer.cookie);
  const charge = buildEvent(orderId);
  await receiveEvent(charge);
  await setCards(server, { keptHours: 0 });
  const until = after(new Date(charge.at), hours(24));
  const { keptUntil, promise } = await loadOrder(orderId, buyer.cookie);
  expect(new Date(keptUntil ?? 0)).toEqual(until);
  expect(new Date(promise.at) > until).toBe(true);
  expect(await callAs('desk/startProcessing', buildStep(orderId))).toBe('done');
  const refused = await call<Answer>('desk/preparePayout', buildStep(orderId), finance);
  expect(refused.body.code).toBe('desk.kept');
  server.setTime(after(until, 1));
  expect(await callAs('desk/preparePayout', buildStep(orderId))).toBe('done');
  expect(await callAs('desk/approvePayout', buildStep(orderId), admin)).toBe('done');
});

test('a chargeback raises an alert and blocks the payout; two people release it', async () => {
  await setCards(server, { keptHours: 0 });
  const buyer = await newCustomer(server, 'Ina Brown');
  const { orderId } = await startOrderByCard(server, buyer.cookie);
  const charge = buildEvent(orderId);
  await receiveEvent(charge);
  for (const [path, cookie] of [
    ['desk/startProcessing', finance],
    ['desk/preparePayout', finance],
    ['desk/approvePayout', admin],
  ] as const)
    expect([path, await callAs(path, buildStep(orderId), cookie)]).toEqual([path, 'done']);
  const back = buildEvent(orderId, { type: 'charged_back', transaction: charge.transaction });
  await receiveEvent(back);
  expect(await findOutcome(back)).toBe('charged_back');
  expect(await findState(orderId)).toMatchObject({ held: true, hold_reason: 'charged_back' });
  expect(await callAs('desk/recordSent', buildSent(orderId, 'a'.repeat(64)))).toBe('desk.not_now');
  expect(
    await rowsOf(`select alert_type, transaction_id from transaction_alerts where user_id = $1`, [buyer.id]),
  ).toEqual([{ alert_type: 'charged_back', transaction_id: orderId }]);
  expect(await callAs('desk/release', buildStep(orderId), compliance)).toBe('desk.two_people_needed');
  const { story } = await loadOrder(orderId, buyer.cookie);
  expect(JSON.stringify(story)).not.toMatch(/charged|hold/i);
});

test('a card order is refused while card payments are closed, and so is its page', async () => {
  const buyer = await newCustomer(server, 'Ina Brown');
  const { orderId } = await startOrderByCard(server, buyer.cookie);
  await setCards(server, { forCrypto: 'closed' });
  const { body } = await buy(server, buyer.cookie, { amount: '4000', paymentMethod: 'card' });
  expect(body.code).toBe('trading.card_closed');
  expect(await callAs('cards/start', { kind: 'order', id: orderId }, buyer.cookie)).toBe('cards.closed');
  const limits = await call<{ card: object }>('trading/limits', undefined, buyer.cookie);
  expect(limits.body.card).toEqual({ open: false, keptHours: 24 });
});

test('the card page does not open for other customers, bank orders or paid orders', async () => {
  const [buyer, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
  const { orderId } = await startOrderByCard(server, buyer.cookie);
  const start = (id: string, cookie?: string) => callAs('cards/start', { kind: 'order', id }, cookie);
  expect(await start(orderId, other.cookie)).toBe('cards.not_payable');
  expect(await start(orderId, finance)).toBe('cards.not_payable');
  const byBank = await placePaidBuy(server, other.cookie, { amount: '4000' });
  expect(await start(byBank.orderId, other.cookie)).toBe('cards.not_payable');
  await receiveEvent(buildEvent(orderId));
  expect(await start(orderId, buyer.cookie)).toBe('cards.not_payable');
});

test('limits, gate and lists apply before a card is charged', async () => {
  const buyer = await newCustomer(server, 'Ina Brown');
  const code = async (wishes: object) =>
    (await buy(server, buyer.cookie, { amount: '4000', paymentMethod: 'card', ...wishes })).body.code;
  expect(await code({ amount: '20000' })).toBe('trading.monthly_limit_no_tier');
  expect(await code({ amount: '180000' })).toBe('trading.enhanced_kyc_required');
  expect(await code({ walletAddress: 'bc1q9aafw5vwnhfm9ndgrtc9gtpl54uc9q0teweeyj' })).toBe('trading.wallet_blocked');
  expect(await rowsOf('select from card_sessions where user_id = $1', [buyer.id])).toEqual([]);
});

test.each([
  ['another amount', { amount: '4000.01' }],
  ['another currency', { currency: 'USD' }],
])('%s than agreed moves no order and is not lost', async (_what, wishes) => {
  const buyer = await newCustomer(server, 'Ina Brown');
  const { orderId } = await startOrderByCard(server, buyer.cookie);
  const charge = buildEvent(orderId, wishes);
  await receiveEvent(charge);
  expect(await findOutcome(charge)).toBe('unassigned');
  expect(await findState(orderId)).toMatchObject({ pay_in: 'awaiting' });
  expect(await findLines(orderId)).toEqual([]);
});

test('unallocated card money is attached to its order with the usual checks', async () => {
  const buyer = await newCustomer(server, 'Ina Brown');
  const { orderId } = await startOrderByCard(server, buyer.cookie);
  const charge = buildEvent('mistyped-order', {});
  await receiveEvent(charge);
  const [line] = await rowsOf<{ id: string; order: string }>(
    `select m.id, t.reference "order" from movements m, transactions t where m.reference = $1 and t.id = $2`,
    [`sandbox:${charge.transaction}`, orderId],
  );
  const part = { movementId: line?.id, reference: line?.order, amount: '4000', note: 'Seen at the provider.' };
  expect(await callAs('unallocated/attach', part)).toBe('done');
  expect(await findState(orderId)).toMatchObject({ pay_in: 'received' });
  expect((await loadOrder(orderId, buyer.cookie)).keptUntil).not.toBeNull();
});
