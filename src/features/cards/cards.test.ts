import { expect, test } from 'vitest';
import { planByCard, sandboxSays, sendHook } from '../../../test/cards.ts';
import { subscribe } from '../../../test/payments.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { after, hours, minutes } from '../../kernel/clock.ts';
import { cardPayables, payables } from '../../payables.ts';
import { lapsePayments } from '../payments/jobs.ts';
import type { CardPayable } from './due.ts';
import { handleEvent } from './handle-event.ts';
import { reconcile } from './jobs.ts';

/** A plan paid by card, whatever the provider tells, in whatever order and however often. */
const server = await serverWithoutFaults();
const { call } = server;
const { rowsOf } = suspicionsOn(server);

const handleAll = async () => {
  const waiting = await rowsOf<{ id: string }>(
    'select id from card_events where became is null order by received_at, id',
  );
  for (const { id } of waiting) await handleEvent(server.services, cardPayables, id);
};
const stateOf = async (id: string) => (await rowsOf('select pay_in, ended from payments where id = $1', [id]))[0];
const planOf = async (userId: string) =>
  (await rowsOf<{ status: string }>('select status from subscriptions where user_id = $1', [userId]))[0]?.status;
const linesOf = (paymentId: string) =>
  rowsOf(
    'select direction, rail, amount::numeric(18,2)::text amount, asset, holder, account from movements where payment_id = $1',
    [paymentId],
  );
const unassigned = (transaction: string) =>
  rowsOf(
    `select reason, amount::numeric(18,2)::text amount, asset from movements where user_id is null and reference = $1`,
    [`sandbox:${transaction}`],
  );
const becameOf = async (id: string) =>
  (await rowsOf<{ became: string }>('select became from card_events where event_id = $1', [id]))[0]?.became ?? null;

test('a plan paid by card runs once its event is handled, and not before', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { paymentId, url } = await planByCard(server, who.cookie);
  const asked = new URL(url).searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    amount: '6000.00',
    currency: 'JMD',
    description: 'Personal plan, one month',
    reference: paymentId,
  });
  expect([asked.get('success_url'), asked.get('cancel_url'), asked.get('customer_email')]).toEqual([
    `http://localhost:3000/payment-success?transaction_id=${paymentId}`,
    `http://localhost:3000/payment-cancel?transaction_id=${paymentId}`,
    null,
  ]);
  const again = await call<{ url: string }>('cards/start', { kind: 'payment', id: paymentId }, who.cookie);
  expect(again.body.url).toBe(url);
  const pending = await call<{ pages: { dueId: string }[] }>('cards/pending', undefined, who.cookie);
  expect(pending.body.pages.map(({ dueId }) => dueId)).toEqual([paymentId]);
  expect(await sendHook(server, sandboxSays(paymentId))).toBe(200);
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'awaiting', ended: null });
  await handleAll();
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'received', ended: null });
  expect(await planOf(who.id)).toBe('active');
  expect(await linesOf(paymentId)).toEqual([
    { direction: 'in', rail: 'card', amount: '6000.00', asset: 'JMD', holder: 'Ina Brown', account: null },
  ]);
  expect((await call<{ code: string }>('cards/start', { kind: 'payment', id: paymentId }, who.cookie)).body.code).toBe(
    'cards.not_payable',
  );
  expect((await call<{ pages: object[] }>('cards/pending', undefined, who.cookie)).body.pages).toEqual([]);
});

test('one event counts once, however often it is told and handled', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await planByCard(server, who.cookie);
  const said = sandboxSays(paymentId);
  expect(await Promise.all(Array.from({ length: 8 }, () => sendHook(server, said)))).toEqual(Array(8).fill(200));
  expect(await sendHook(server, { ...said, id: `${said.id}-other` })).toBe(200);
  const events = await rowsOf<{ id: string }>('select id from card_events where reference = $1', [paymentId]);
  expect(events).toHaveLength(2);
  await Promise.all([...events, ...events, ...events].map(({ id }) => handleEvent(server.services, cardPayables, id)));
  expect(await linesOf(paymentId)).toHaveLength(1);
  expect(await unassigned(said.transaction)).toEqual([]);
});

test('a card that was charged twice pays once: the second charge is kept and goes back', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await planByCard(server, who.cookie);
  const [one, other] = [sandboxSays(paymentId), sandboxSays(paymentId)];
  for (const said of [one, other]) expect(await sendHook(server, said)).toBe(200);
  await handleAll();
  expect(await linesOf(paymentId)).toHaveLength(1);
  const kept = [...(await unassigned(one.transaction)), ...(await unassigned(other.transaction))];
  expect(kept).toEqual([{ reason: 'card_again', amount: '6000.00', asset: 'JMD' }]);
});

test.each([
  ['another amount', { amount: '5999.99' }, 'card_differs'],
  ['another currency', { currency: 'USD' }, 'card_differs'],
  ['a thing that is not known', { reference: 'nobody-knows-this' }, 'card_unknown'],
])('%s moves nothing and is not lost', async (_what, wishes, reason) => {
  const who = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await planByCard(server, who.cookie);
  const said = sandboxSays(paymentId, wishes);
  expect(await sendHook(server, said)).toBe(200);
  await handleAll();
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'awaiting', ended: null });
  const { amount, currency: asset } = { ...sandboxSays(''), ...wishes };
  expect(await unassigned(said.transaction)).toEqual([{ reason, amount, asset }]);
});

test('what is charged after its time stands on what ended, and goes back', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await planByCard(server, who.cookie);
  server.setTime(after(new Date(), hours(2)));
  await lapsePayments(server.services, payables);
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'awaiting', ended: 'lapsed' });
  expect(await sendHook(server, sandboxSays(paymentId))).toBe(200);
  await handleAll();
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'received', ended: 'lapsed' });
  expect(await planOf(who.id)).toBe('cancelled');
});

test('a declined card leaves the payment open, and another try pays', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await planByCard(server, who.cookie);
  expect(await sendHook(server, sandboxSays(paymentId, { type: 'declined' }))).toBe(200);
  await handleAll();
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'awaiting', ended: null });
  server.setTime(after(new Date(), 5_000));
  const again = await call<{ url: string }>('cards/start', { kind: 'payment', id: paymentId }, who.cookie);
  expect(again.status).toBe(200);
  expect(await rowsOf('select outcome from card_sessions where due_id = $1 order by opened_at', [paymentId])).toEqual([
    { outcome: 'declined' },
    { outcome: null },
  ]);
  await sendHook(server, sandboxSays(paymentId));
  await handleAll();
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'received', ended: null });
});

test('a decline that is told after the approval takes nothing away', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await planByCard(server, who.cookie);
  const late = sandboxSays(paymentId, { type: 'declined' });
  for (const said of [sandboxSays(paymentId), late]) await sendHook(server, said);
  await handleAll();
  expect(await becameOf(late.id)).toBe('nothing');
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'received', ended: null });
});

test('a charge that is taken back raises an alert, once, and waits for what it is about', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await planByCard(server, who.cookie);
  const said = sandboxSays(paymentId);
  const back = sandboxSays(paymentId, { type: 'charged_back', transaction: said.transaction });
  await sendHook(server, back);
  await handleAll();
  expect(await becameOf(back.id)).toBeNull();
  await sendHook(server, said);
  await handleAll();
  await handleAll();
  expect(await becameOf(back.id)).toBe('charged_back');
  const alerts = await rowsOf(
    `select priority from transaction_alerts where alert_type = 'charged_back' and user_id = $1`,
    [who.id],
  );
  expect(alerts).toEqual([{ priority: 'high' }]);
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'received', ended: null });
});

test('what says another thing under the number of an earlier event is kept beside it, and counts once', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await planByCard(server, who.cookie);
  const said = sandboxSays(paymentId);
  const other = { ...said, amount: '77.00', transaction: `other-${said.transaction}` };
  for (const told of [said, other, said, other]) expect(await sendHook(server, told)).toBe(200);
  await handleAll();
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'received', ended: null });
  const events = await rowsOf(
    `select became, amount from card_events where event_id like $1 || '%' order by received_at, id`,
    [said.id],
  );
  expect(events).toEqual([
    { became: 'received', amount: '6000.00' },
    { became: 'unassigned', amount: '77.00' },
  ]);
});

test('an event that cannot be handled, or never makes sense, keeps no other waiting', async () => {
  const [one, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Ina Brown')];
  const [broken, sound] = [await planByCard(server, one.cookie), await planByCard(server, other.cookie)];
  const unknown = sandboxSays(sound.paymentId, { type: 'charged_back' });
  for (const said of [unknown, sandboxSays(broken.paymentId), sandboxSays(sound.paymentId)])
    expect(await sendHook(server, said)).toBe(200);
  const settle: CardPayable['settle'] = async (settling, id, money) => {
    if (id === broken.paymentId) throw new Error('broken');
    return cardPayables.payment.settle(settling, id, money);
  };
  server.setTime(after(new Date(), minutes(2)));
  const broke = reconcile(server.services, { ...cardPayables, payment: { ...cardPayables.payment, settle } });
  await expect(broke).rejects.toThrow('broken');
  expect(await stateOf(sound.paymentId)).toEqual({ pay_in: 'received', ended: null });
  expect(await becameOf(unknown.id)).toBeNull();
  server.setTime(after(new Date(), hours(25)));
  await reconcile(server.services, cardPayables);
  expect(await becameOf(unknown.id)).toBe('nothing');
  expect(await stateOf(broken.paymentId)).toEqual({ pay_in: 'received', ended: null });
});

test('a page is paid on until what it is for lapses, and not opened after', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const began = new Date();
  const { paymentId } = await planByCard(server, who.cookie);
  await server.owner.query(`update card_sessions set closes_at = opened_at where due_id = $1`, [paymentId]);
  const start = () =>
    call<{ code?: string; closesAt?: Date; url?: string }>(
      'cards/start',
      { kind: 'payment', id: paymentId },
      who.cookie,
    );
  server.setTime(after(began, hours(0.9)));
  const late = await start();
  const expires = Number(new URL(late.body.url ?? '').searchParams.get('expires')) * 1000;
  expect(Math.abs(expires - after(began, hours(1)).getTime())).toBeLessThan(30_000);
  server.setTime(after(began, hours(1.1)));
  expect((await start()).body.code).toBe('cards.not_payable');
});

test('nobody opens a page for what is not theirs, is paid in another way, or while cards are closed', async () => {
  const [who, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
  const { paymentId } = await planByCard(server, who.cookie);
  const code = async (id: string, cookie: string, kind = 'payment') =>
    (await call<{ code?: string }>('cards/start', { kind, id }, cookie)).body.code ?? 'done';
  expect(await code(paymentId, other.cookie)).toBe('cards.not_payable');
  expect(await code(paymentId, who.cookie, 'order')).toBe('cards.not_payable');
  const byBank = (await subscribe(server, other.cookie)).body.paymentId;
  expect(await code(byBank, other.cookie)).toBe('cards.not_payable');
  const closed = (forEverythingElse: string) =>
    server.owner.query(
      `insert into setting_versions (key, value) select key, value || jsonb_build_object('forEverythingElse', $1::text)
      from setting_versions where key = 'cards' order by valid_from desc, id desc limit 1`,
      [forEverythingElse],
    );
  await closed('closed');
  expect(await code(paymentId, who.cookie)).toBe('cards.closed');
  expect((await subscribe(server, (await newCustomer(server, 'Ina Brown')).cookie, { method: 'card' })).body.code).toBe(
    'payments.method_closed',
  );
  await closed('open');
  expect(await code(paymentId, who.cookie)).toBe('done');
});
