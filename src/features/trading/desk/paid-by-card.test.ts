import { beforeEach, expect, test } from 'vitest';
import { buyByCard, handleEvents, sandboxSays, sendHook, setCards } from '../../../../test/cards.ts';
import { buy, cameIn, paidBuy, wasSent } from '../../../../test/orders.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { suspicionsOn } from '../../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { after, hours, minutes } from '../../../kernel/clock.ts';
import { lapseOrders } from '../jobs.ts';

/** An order paid by card: what its provider tells moves it as staff do, by the same rules. */
const server = await serverWithoutFaults();
const { call, signIn, owner, services } = server;
const { rowsOf } = suspicionsOn(server);
const [finance, admin, compliance] = await Promise.all(['finance', 'admin', 'compliance'].map(signIn));
beforeEach(() => setCards(server, { forCrypto: 'open', keptHours: 24 }));

type Answer = { code?: string; data?: Record<string, string> };
type Said = { id: string; transaction: string };
const act = server.actsAs(finance);
const step = (orderId: string) => ({ orderId, note: '' });
const told = (orderId: string, wishes: object = {}) => sandboxSays(orderId, { amount: '4000.00', ...wishes });

async function arrives(said: Said): Promise<void> {
  expect(await sendHook(server, said)).toBe(200);
  await handleEvents(server);
}
const stateOf = async (orderId: string) =>
  (
    await rowsOf(
      'select status, pay_in, pay_out, held, hold_reason, extras, lapsed, payment_method from transactions where id = $1',
      [orderId],
    )
  )[0];
const linesOf = (orderId: string) =>
  rowsOf(
    `select direction, extra, rail, asset, amount::numeric(18,2)::text amount, holder, reference, recorded_by
       from movements where order_id = $1 order by recorded_at, id`,
    [orderId],
  );
const becameOf = async ({ id }: Said) =>
  (await rowsOf<{ became: string }>('select became from card_events where event_id = $1', [id]))[0]?.became;
type Shown = {
  story: { event: string; by: string; reason: string | null }[];
  account: object | null;
  keptUntil: Date | null;
  asked: string | null;
  promise: { kind: string; at: string };
};
const shown = async (orderId: string, cookie: string) => (await call<Shown>('trading/show', { orderId }, cookie)).body;

test('an order is placed by card within an hour to pay, and its page asks for what was agreed', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { orderId, url } = await buyByCard(server, who.cookie);
  const [row] = await rowsOf<{ made: Date; lapses: Date; holds: Date }>(
    'select created_at made, lapses_at lapses, price_holds_until holds from transactions where id = $1',
    [orderId],
  );
  expect([row?.lapses, row?.holds]).toEqual([after(row?.made ?? new Date(), hours(1)), row?.holds]);
  expect(Number(row?.holds) - Number(row?.made)).toBeLessThanOrEqual(hours(1));
  const asked = Object.fromEntries(new URL(url).searchParams);
  expect(asked).toMatchObject({ amount: '4000.00', currency: 'JMD', reference: orderId, customer_email: who.email });
  expect(asked['description']).toMatch(/^Purchase of 0\.\d+ BTC$/);
  // No account to transfer to is shown for it.
  expect(await shown(orderId, who.cookie)).toMatchObject({ account: null, keptUntil: null });
});

test('an event of the provider is the pay-in: a line, the letter, the story, and whose move it is', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { orderId } = await buyByCard(server, who.cookie);
  const said = told(orderId);
  expect(await sendHook(server, said)).toBe(200);
  expect(await stateOf(orderId)).toMatchObject({ pay_in: 'awaiting' });
  await handleEvents(server);
  expect(await stateOf(orderId)).toMatchObject({
    ...{ status: 'pending', pay_in: 'received', payment_method: 'card', held: false, hold_reason: null, extras: 0 },
  });
  expect(await linesOf(orderId)).toEqual([
    {
      ...{ direction: 'in', extra: false, rail: 'card', asset: 'JMD', amount: '4000.00', holder: 'Ina Brown' },
      ...{ reference: `sandbox:${said.transaction}`, recorded_by: null },
    },
  ]);
  const { story } = await shown(orderId, who.cookie);
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

test('one event counts once, and a second charge stands on the order and goes back by two people', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { orderId } = await buyByCard(server, who.cookie);
  const [one, other] = [told(orderId), told(orderId)];
  for (const said of [one, one, other, one]) await arrives(said);
  expect((await linesOf(orderId)).map(({ extra }) => extra)).toEqual([false, true]);
  expect(await stateOf(orderId)).toMatchObject({ pay_in: 'received', extras: 1 });
  expect((await shown(orderId, who.cookie)).story.map(({ event }) => event)).toContain('extraArrived');
  const [extra] = await rowsOf<{ id: string }>('select id from movements where order_id = $1 and extra', [orderId]);
  const back = { ...step(orderId), movementId: extra?.id, reasonCode: 'paid_twice' };
  const typed = { payerBank: 'NCB', payerAccount: '1234567', payerHolder: 'Somebody Else' };
  expect(await act('desk/prepareReturn', { ...back, ...typed })).toBe('desk.payer_stands');
  expect(await act('desk/prepareReturn', back)).toBe('done');
  expect(await act('desk/approveReturn', step(orderId), admin)).toBe('done');
  expect(await act('desk/recordReturned', wasSent(orderId, 'refund-0001'))).toBe('done');
  expect(await stateOf(orderId)).toMatchObject({ pay_in: 'received', extras: 0 });
  expect((await linesOf(orderId)).at(-1)).toMatchObject({ direction: 'back', rail: 'card', holder: 'Ina Brown' });
});

test('a charge beside money that staff had confirmed goes back, and the order goes on', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { orderId } = await buyByCard(server, who.cookie);
  expect(await act('desk/confirmReceived', cameIn(orderId, { amount: '4000' }))).toBe('done');
  const said = told(orderId);
  await arrives(said);
  expect(await becameOf(said)).toBe('late');
  expect((await linesOf(orderId)).map(({ rail, extra }) => [rail, extra])).toEqual([
    ['bank', false],
    ['card', true],
  ]);
  // Its own money came by bank, which cannot be taken back: nothing keeps its coins.
  expect(await shown(orderId, who.cookie)).toMatchObject({ keptUntil: null });
});

test('what is charged after the order lapsed or was called off stands on it, late, and goes back', async () => {
  const [one, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Ina Brown')];
  const lapsed = await buyByCard(server, one.cookie);
  const calledOff = await buyByCard(server, other.cookie);
  expect(await act('trading/cancelOwn', { orderId: calledOff.orderId }, other.cookie)).toBe('done');
  server.setTime(after(new Date(), minutes(61)));
  await lapseOrders(services);
  expect(await stateOf(lapsed.orderId)).toMatchObject({ status: 'cancelled', pay_in: 'awaiting', lapsed: true });
  for (const { orderId } of [lapsed, calledOff]) {
    const said = told(orderId);
    await arrives(said);
    expect([await becameOf(said), await stateOf(orderId)]).toMatchObject([
      'late',
      { status: 'cancelled', pay_in: 'received', held: false },
    ]);
  }
  const { body } = await call<{ nextAction: string }>('desk/order', { orderId: lapsed.orderId }, finance);
  expect(body.nextAction).toBe('return_money');
});

test('a card of another name holds the order for a person, and its customer reads what to do', async () => {
  await setCards(server, { keptHours: 0 });
  const who = await newCustomer(server, 'Ina Brown');
  const { orderId } = await buyByCard(server, who.cookie);
  await arrives(told(orderId, { name: 'Tamara Grant' }));
  expect(await stateOf(orderId)).toMatchObject({ pay_in: 'received', held: true, hold_reason: 'payer_name_differs' });
  const { story, asked } = await shown(orderId, who.cookie);
  expect(story.map(({ event }) => event)).toEqual(['placed', 'receive', 'askedName']);
  expect(asked).toMatch(/name on the card is not the name on your account.*Nothing is lost\./);
  expect(JSON.stringify(story)).not.toMatch(/hold|third party/);
  expect(await act('desk/startProcessing', step(orderId))).toBe('done');
  expect(await act('desk/preparePayout', step(orderId))).toBe('desk.not_now');
  expect(await shown(orderId, who.cookie)).toMatchObject({ asked: expect.any(String), promise: { kind: 'waiting' } });
  expect(await act('desk/release', step(orderId), compliance)).toBe('done');
  expect(await shown(orderId, who.cookie)).toMatchObject({ asked: null, promise: { kind: 'done_by' } });
  expect(await act('desk/preparePayout', step(orderId))).toBe('done');
});

test('a name in another order, with an accent, is the same; where none is told a person looks it up', async () => {
  const [one, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Ina Brown')];
  const same = await buyByCard(server, one.cookie);
  await arrives(told(same.orderId, { name: 'BROWN, Iná' }));
  expect(await stateOf(same.orderId)).toMatchObject({ held: false });
  const unknown = await buyByCard(server, other.cookie);
  await arrives(told(unknown.orderId, { name: '' }));
  expect(await stateOf(unknown.orderId)).toMatchObject({ held: true, hold_reason: 'card_name_unknown' });
  expect((await shown(unknown.orderId, other.cookie)).story.map(({ event }) => event)).toEqual(['placed', 'receive']);
});

test('a charge after the price had ended is priced by its moment, as a transfer is', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { orderId } = await buyByCard(server, who.cookie);
  await owner.query(`update transactions set price_holds_until = now() - interval '1 minute' where id = $1`, [orderId]);
  await owner.query(`update price_history set price_usd = round(price_usd * 2, 6) where symbol = 'BTC'`);
  await arrives(told(orderId));
  await owner.query(`update price_history set price_usd = round(price_usd / 2, 6) where symbol = 'BTC'`);
  const { body } = await call<{ choice: object | null; whoseMove: string }>('trading/show', { orderId }, who.cookie);
  expect(body).toMatchObject({ whoseMove: 'customer', choice: expect.anything() });
});

test('what a card paid is not paid out before its hours are over, and its customer reads until when', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { orderId } = await buyByCard(server, who.cookie);
  const said = told(orderId);
  await arrives(said);
  // What was in force when the money came stands, whatever is set afterwards.
  await setCards(server, { keptHours: 0 });
  const until = after(new Date(said.at), hours(24));
  const { keptUntil, promise } = await shown(orderId, who.cookie);
  expect(new Date(keptUntil ?? 0)).toEqual(until);
  expect(new Date(promise.at) > until).toBe(true);
  expect(await act('desk/startProcessing', step(orderId))).toBe('done');
  const kept = await call<Answer>('desk/preparePayout', step(orderId), finance);
  expect(kept.body.code).toBe('desk.kept');
  server.setTime(after(until, 1));
  expect(await act('desk/preparePayout', step(orderId))).toBe('done');
  expect(await act('desk/approvePayout', step(orderId), admin)).toBe('done');
});

test('a charge that is taken back raises an alert and stops the pay-out; two people let it go on', async () => {
  await setCards(server, { keptHours: 0 });
  const who = await newCustomer(server, 'Ina Brown');
  const { orderId } = await buyByCard(server, who.cookie);
  const said = told(orderId);
  await arrives(said);
  for (const [path, cookie] of [
    ['desk/startProcessing', finance],
    ['desk/preparePayout', finance],
    ['desk/approvePayout', admin],
  ] as const)
    expect([path, await act(path, step(orderId), cookie)]).toEqual([path, 'done']);
  const back = told(orderId, { type: 'charged_back', transaction: said.transaction });
  await arrives(back);
  expect(await becameOf(back)).toBe('charged_back');
  expect(await stateOf(orderId)).toMatchObject({ held: true, hold_reason: 'charged_back' });
  expect(await act('desk/recordSent', wasSent(orderId, 'a'.repeat(64)))).toBe('desk.not_now');
  expect(
    await rowsOf(`select alert_type, transaction_id from transaction_alerts where user_id = $1`, [who.id]),
  ).toEqual([{ alert_type: 'charged_back', transaction_id: orderId }]);
  expect(await act('desk/release', step(orderId), compliance)).toBe('desk.two_people_needed');
  // Its customer reads nothing of it.
  const { story } = await shown(orderId, who.cookie);
  expect(JSON.stringify(story)).not.toMatch(/charged|hold/i);
});

test('a purchase by card is refused while crypto is closed for cards, and so is its page', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { orderId } = await buyByCard(server, who.cookie);
  await setCards(server, { forCrypto: 'closed' });
  const { body } = await buy(server, who.cookie, { amount: '4000', paymentMethod: 'card' });
  expect(body.code).toBe('trading.card_closed');
  expect(await act('cards/start', { kind: 'order', id: orderId }, who.cookie)).toBe('cards.closed');
  const limits = await call<{ card: object }>('trading/limits', undefined, who.cookie);
  expect(limits.body.card).toEqual({ open: false, keptHours: 24 });
});

test('no page opens for what is another’s, is paid by bank, or is paid already', async () => {
  const [who, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
  const { orderId } = await buyByCard(server, who.cookie);
  const start = (id: string, cookie?: string) => act('cards/start', { kind: 'order', id }, cookie);
  expect(await start(orderId, other.cookie)).toBe('cards.not_payable');
  expect(await start(orderId, finance)).toBe('cards.not_payable');
  const byBank = await paidBuy(server, other.cookie, { amount: '4000' });
  expect(await start(byBank.orderId, other.cookie)).toBe('cards.not_payable');
  await arrives(told(orderId));
  expect(await start(orderId, who.cookie)).toBe('cards.not_payable');
});

test('limits, gate and lists decide before anybody is charged, by card as by bank', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const code = async (wishes: object) =>
    (await buy(server, who.cookie, { amount: '4000', paymentMethod: 'card', ...wishes })).body.code;
  expect(await code({ amount: '20000' })).toBe('trading.monthly_limit_no_tier');
  expect(await code({ amount: '180000' })).toBe('trading.enhanced_kyc_required');
  expect(await code({ walletAddress: 'bc1q9aafw5vwnhfm9ndgrtc9gtpl54uc9q0teweeyj' })).toBe('trading.wallet_blocked');
  expect(await rowsOf('select from card_sessions where user_id = $1', [who.id])).toEqual([]);
});

test.each([
  ['another amount', { amount: '4000.01' }],
  ['another currency', { currency: 'USD' }],
])('%s than was agreed moves no order and is not lost', async (_what, wishes) => {
  const who = await newCustomer(server, 'Ina Brown');
  const { orderId } = await buyByCard(server, who.cookie);
  const said = told(orderId, wishes);
  await arrives(said);
  expect(await becameOf(said)).toBe('unassigned');
  expect(await stateOf(orderId)).toMatchObject({ pay_in: 'awaiting' });
  expect(await linesOf(orderId)).toEqual([]);
});

test('money of a card that stands on nothing is attached to its order by the checks of any', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { orderId } = await buyByCard(server, who.cookie);
  const said = told('somebody-mistyped-it', {});
  await arrives(said);
  const [line] = await rowsOf<{ id: string; order: string }>(
    `select m.id, t.reference "order" from movements m, transactions t where m.reference = $1 and t.id = $2`,
    [`sandbox:${said.transaction}`, orderId],
  );
  const part = { movementId: line?.id, reference: line?.order, amount: '4000', note: 'Seen at the provider.' };
  expect(await act('unassigned/attach', part)).toBe('done');
  expect(await stateOf(orderId)).toMatchObject({ pay_in: 'received' });
  expect((await shown(orderId, who.cookie)).keptUntil).not.toBeNull();
});
