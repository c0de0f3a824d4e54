import { expect, test } from 'vitest';
import { buildSandboxEvent, sendWebhook, startPlanByCard } from '../../../../test/cards.ts';
import { subscribe } from '../../../../test/payments.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { setUpSuspicions } from '../../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { cardPayables, payables } from '../../../fulfilment.ts';
import { after, hours, minutes } from '../../../kernel/clock.ts';
import { expirePayments } from '../jobs.ts';
import { handleEvent } from './handle-event.ts';
import { reconcile } from './jobs.ts';
import type { CardPayable } from './payable.ts';

const server = await serverWithoutFaults();
const { call } = server;
const { rowsOf } = setUpSuspicions(server);
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
const unallocated = (transaction: string) =>
  rowsOf(
    `select reason, amount::numeric(18,2)::text amount, asset from movements where user_id is null and reference = $1`,
    [`sandbox:${transaction}`],
  );
const loadOutcome = async (id: string) =>
  (await rowsOf<{ became: string }>('select became from card_events where event_id = $1', [id]))[0]?.became ?? null;

test('a plan paid by card starts when its event is handled', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { paymentId, url } = await startPlanByCard(server, customer.cookie);
  const linkQuery = new URL(url).searchParams;
  expect(Object.fromEntries(linkQuery)).toMatchObject({
    amount: '6000.00',
    currency: 'JMD',
    description: 'Personal plan, one month',
    reference: paymentId,
  });
  expect([linkQuery.get('success_url'), linkQuery.get('cancel_url'), linkQuery.get('customer_email')]).toEqual([
    `http://localhost:3000/payment-success?transaction_id=${paymentId}`,
    `http://localhost:3000/payment-cancel?transaction_id=${paymentId}`,
    null,
  ]);
  const restart = await call<{ url: string }>('cards/start', { kind: 'payment', id: paymentId }, customer.cookie);
  expect(restart.body.url).toBe(url);
  const pending = await call<{ pages: { dueId: string }[] }>('cards/pending', undefined, customer.cookie);
  expect(pending.body.pages.map(({ dueId }) => dueId)).toEqual([paymentId]);
  expect(await sendWebhook(server, buildSandboxEvent(paymentId))).toBe(200);
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'awaiting', ended: null });
  await handleAll();
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'received', ended: null });
  expect(await planOf(customer.id)).toBe('active');
  expect(await linesOf(paymentId)).toEqual([
    { direction: 'in', rail: 'card', amount: '6000.00', asset: 'JMD', holder: 'Ina Brown', account: null },
  ]);
  expect(
    (await call<{ code: string }>('cards/start', { kind: 'payment', id: paymentId }, customer.cookie)).body.code,
  ).toBe('cards.not_payable');
  expect((await call<{ pages: object[] }>('cards/pending', undefined, customer.cookie)).body.pages).toEqual([]);
});

test('one event delivered and handled many times counts once', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await startPlanByCard(server, customer.cookie);
  const event = buildSandboxEvent(paymentId);
  expect(await Promise.all(Array.from({ length: 8 }, () => sendWebhook(server, event)))).toEqual(Array(8).fill(200));
  expect(await sendWebhook(server, { ...event, id: `${event.id}-other` })).toBe(200);
  const events = await rowsOf<{ id: string }>('select id from card_events where reference = $1', [paymentId]);
  expect(events).toHaveLength(2);
  await Promise.all([...events, ...events, ...events].map(({ id }) => handleEvent(server.services, cardPayables, id)));
  expect(await linesOf(paymentId)).toHaveLength(1);
  expect(await unallocated(event.transaction)).toEqual([]);
});

test('two charges pay once, and the second is kept for a refund', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await startPlanByCard(server, customer.cookie);
  const [one, other] = [buildSandboxEvent(paymentId), buildSandboxEvent(paymentId)];
  for (const event of [one, other]) expect(await sendWebhook(server, event)).toBe(200);
  await handleAll();
  expect(await linesOf(paymentId)).toHaveLength(1);
  const unallocatedRows = [...(await unallocated(one.transaction)), ...(await unallocated(other.transaction))];
  expect(unallocatedRows).toEqual([{ reason: 'card_again', amount: '6000.00', asset: 'JMD' }]);
});

test.each([
  ['one cent less', { amount: '5999.99' }, 'card_differs'],
  ['one cent more', { amount: '6000.01' }, 'card_differs'],
  ['another currency', { currency: 'USD' }, 'card_differs'],
  ['an unknown reference', { reference: 'unknown-reference' }, 'card_unknown'],
])('a charge with %s moves nothing and is kept', async (_what, changes, reason) => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await startPlanByCard(server, customer.cookie);
  const event = buildSandboxEvent(paymentId, changes);
  expect(await sendWebhook(server, event)).toBe(200);
  await handleAll();
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'awaiting', ended: null });
  const { amount, currency: asset } = { ...buildSandboxEvent(''), ...changes };
  expect(await unallocated(event.transaction)).toEqual([{ reason, amount, asset }]);
});

test('a late charge is attached to the expired payment', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await startPlanByCard(server, customer.cookie);
  server.setTime(after(new Date(), hours(2)));
  await expirePayments(server.services, payables);
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'awaiting', ended: 'lapsed' });
  expect(await sendWebhook(server, buildSandboxEvent(paymentId))).toBe(200);
  await handleAll();
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'received', ended: 'lapsed' });
  expect(await planOf(customer.id)).toBe('cancelled');
});

test('a declined card leaves the payment open for another try', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await startPlanByCard(server, customer.cookie);
  expect(await sendWebhook(server, buildSandboxEvent(paymentId, { type: 'declined' }))).toBe(200);
  await handleAll();
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'awaiting', ended: null });
  server.setTime(after(new Date(), 5_000));
  const retry = await call<{ url: string }>('cards/start', { kind: 'payment', id: paymentId }, customer.cookie);
  expect(retry.status).toBe(200);
  expect(await rowsOf('select outcome from card_sessions where due_id = $1 order by opened_at', [paymentId])).toEqual([
    { outcome: 'declined' },
    { outcome: null },
  ]);
  await sendWebhook(server, buildSandboxEvent(paymentId));
  await handleAll();
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'received', ended: null });
});

test('a decline after the approval changes nothing', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await startPlanByCard(server, customer.cookie);
  const late = buildSandboxEvent(paymentId, { type: 'declined' });
  for (const event of [buildSandboxEvent(paymentId), late]) await sendWebhook(server, event);
  await handleAll();
  expect(await loadOutcome(late.id)).toBe('nothing');
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'received', ended: null });
});

test('a chargeback raises one alert and waits for its charge', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await startPlanByCard(server, customer.cookie);
  const charge = buildSandboxEvent(paymentId);
  const chargeback = buildSandboxEvent(paymentId, { type: 'charged_back', transaction: charge.transaction });
  await sendWebhook(server, chargeback);
  await handleAll();
  expect(await loadOutcome(chargeback.id)).toBeNull();
  await sendWebhook(server, charge);
  await handleAll();
  await handleAll();
  expect(await loadOutcome(chargeback.id)).toBe('charged_back');
  const alerts = await rowsOf(
    `select priority from transaction_alerts where alert_type = 'charged_back' and user_id = $1`,
    [customer.id],
  );
  expect(alerts).toEqual([{ priority: 'high' }]);
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'received', ended: null });
});

test('different content under a known event number is kept separately', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await startPlanByCard(server, customer.cookie);
  const charge = buildSandboxEvent(paymentId);
  const other = { ...charge, amount: '77.00', transaction: `other-${charge.transaction}` };
  for (const event of [charge, other, charge, other]) expect(await sendWebhook(server, event)).toBe(200);
  await handleAll();
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'received', ended: null });
  const events = await rowsOf(
    `select became, amount from card_events where event_id like $1 || '%' order by received_at, id`,
    [charge.id],
  );
  expect(events).toEqual([
    { became: 'received', amount: '6000.00' },
    { became: 'unassigned', amount: '77.00' },
  ]);
});

test('a failing or unmatched event does not block the others', async () => {
  const [one, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Ina Brown')];
  const [broken, sound] = [await startPlanByCard(server, one.cookie), await startPlanByCard(server, other.cookie)];
  const unknown = buildSandboxEvent(sound.paymentId, { type: 'charged_back' });
  for (const event of [unknown, buildSandboxEvent(broken.paymentId), buildSandboxEvent(sound.paymentId)])
    expect(await sendWebhook(server, event)).toBe(200);
  const settle: CardPayable['settle'] = async (settling, id, money) => {
    if (id === broken.paymentId) throw new Error('broken');
    return cardPayables.payment.settle(settling, id, money);
  };
  server.setTime(after(new Date(), minutes(2)));
  const broke = reconcile(server.services, { ...cardPayables, payment: { ...cardPayables.payment, settle } });
  await expect(broke).rejects.toThrow('broken');
  expect(await stateOf(sound.paymentId)).toEqual({ pay_in: 'received', ended: null });
  expect(await loadOutcome(unknown.id)).toBeNull();
  server.setTime(after(new Date(), hours(25)));
  await reconcile(server.services, cardPayables);
  expect(await loadOutcome(unknown.id)).toBe('nothing');
  expect(await stateOf(broken.paymentId)).toEqual({ pay_in: 'received', ended: null });
});

test('a card page expires with its payment', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const began = new Date();
  const { paymentId } = await startPlanByCard(server, customer.cookie);
  await server.owner.query(`update card_sessions set closes_at = opened_at where due_id = $1`, [paymentId]);
  const start = () =>
    call<{ code?: string; closesAt?: Date; url?: string }>(
      'cards/start',
      { kind: 'payment', id: paymentId },
      customer.cookie,
    );
  server.setTime(after(began, hours(0.9)));
  const late = await start();
  const expires = Number(new URL(late.body.url ?? '').searchParams.get('expires')) * 1000;
  expect(Math.abs(expires - after(began, hours(1)).getTime())).toBeLessThan(30_000);
  server.setTime(after(began, hours(1.1)));
  expect((await start()).body.code).toBe('cards.not_payable');
});

test('opening a page for another customer, another method or closed cards is refused', async () => {
  const [customer, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
  const { paymentId } = await startPlanByCard(server, customer.cookie);
  const code = async (id: string, cookie: string, kind = 'payment') =>
    (await call<{ code?: string }>('cards/start', { kind, id }, cookie)).body.code ?? 'done';
  expect(await code(paymentId, other.cookie)).toBe('cards.not_payable');
  expect(await code(paymentId, customer.cookie, 'order')).toBe('cards.not_payable');
  const byBank = (await subscribe(server, other.cookie)).body.paymentId;
  expect(await code(byBank, other.cookie)).toBe('cards.not_payable');
  const closed = (provider: string) =>
    server.owner.query(
      `insert into setting_versions (key, value) select key, value || jsonb_build_object('forEverythingElse', $1::text)
      from setting_versions where key = 'cards' order by valid_from desc, id desc limit 1`,
      [provider],
    );
  await closed('closed');
  expect(await code(paymentId, customer.cookie)).toBe('cards.closed');
  expect((await subscribe(server, (await newCustomer(server, 'Ina Brown')).cookie, { method: 'card' })).body.code).toBe(
    'payments.method_closed',
  );
  await closed('open');
  expect(await code(paymentId, customer.cookie)).toBe('done');
});
