import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildSandboxEvent, sendWebhook, startPlanByCard } from '../../../test/cards.ts';
import { sell } from '../../../test/orders.ts';
import { claimPlan, buildBankReceipt as plainLine, subscribe } from '../../../test/payments.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { buildAttachment, setUpUnallocated } from '../../../test/unallocated.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { buildRegistration, claimSeat, insertWorkshop } from '../../../test/workshops.ts';
import { cardPayables, payables } from '../../fulfilment.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import type { FreezesView } from '../freezes/views.ts';
import { handleEvent } from './cards/handle-event.ts';
import { alertHeld, startReleased } from './jobs.ts';

/** A payment from a frozen customer, or from their account, is recorded, but its product does not start. */
const server = await serverWithoutFaults();
const { call, services } = server;
const { finance, recordFunds } = await setUpUnallocated(server);
const { another, rowsOf } = setUpSuspicions(server);
const [second, officer, other] = [await another('finance'), await another('compliance'), await another('compliance')];
type Customer = { readonly id: string; readonly cookie: string };
const act = server.actsAs(finance);
const freeze = ({ id }: Customer) =>
  act('compliance/freeze', { userId: id, reason: 'An authority asks' }, officer.cookie);
const planOf = async ({ id }: Customer) =>
  (await rowsOf<{ status: string }>('select status from subscriptions where user_id = $1', [id]))[0]?.status;
const stateOf = async (id: string) =>
  (await rowsOf('select pay_in, ended, held, awaits_staff from payments where id = $1', [id]))[0];
const held = { pay_in: 'received', ended: null, held: true, awaits_staff: true };
const running = { ...held, held: false, awaits_staff: false };
const alertsOf = ({ id }: Customer) =>
  rowsOf<{ description: string }>('select description from transaction_alerts where user_id = $1', [id]);
const findEmails = (paymentId: string) =>
  rowsOf(
    `select id from pgboss.job where name = 'payments.send_email' and data->>'paymentId' = $1
    and data->>'command' in ('receive', 'begin')`,
    [paymentId],
  );
const freezesOf = async ({ id }: Customer) =>
  (await call<FreezesView>('compliance/freezes', { userId: id }, officer.cookie)).body;
const newAccount = () => `9${randomUUID().replaceAll(/\D/g, '').slice(0, 9)}`;

/** Uses a new account, because a frozen customer's account blocks other customers too. */
const bankLine = (paymentId: string, more: object = {}) =>
  plainLine(paymentId, { payerAccount: newAccount(), ...more });

async function release(paymentId: string) {
  const proposed = await act('compliance/proposeFrozenReturn', { orderId: paymentId, note: 'To see' }, officer.cookie);
  const decision = { proposalId: await server.openProposal(paymentId), decision: 'approve', note: '' };
  return [proposed, await act('compliance/decideFrozen', decision, other.cookie)];
}

async function unfreeze(customer: Customer) {
  const { freezes } = await freezesOf(customer);
  await act('compliance/proposeUnfreeze', { freezeId: freezes[0]?.id, note: 'It was a mistake' }, officer.cookie);
  const decision = { proposalId: await server.openProposal(freezes[0]?.id ?? ''), decision: 'approve', note: '' };
  return act('compliance/decideFrozen', decision, other.cookie);
}

async function refund(paymentId: string) {
  const plain = { paymentId, note: '' };
  const sent = { reference: `BACK ${paymentId.slice(-12)}`, movedOn: jamaicaDay(new Date()), movedTime: '' };
  return [
    await act('paymentsDesk/prepareReturn', { ...plain, reasonCode: 'given_back_as_asked' }),
    await act(
      'paymentsDesk/approveReturn',
      { ...plain, proposalId: await server.openProposal(paymentId) },
      second.cookie,
    ),
    await act('paymentsDesk/recordReturned', { ...plain, ...sent }),
  ];
}

async function createFrozenWithAccount() {
  const [customer, account] = [await newCustomer(server, 'Frozen Fay'), newAccount()];
  await sell(server, customer.cookie, { amount: '0.00011', accountNumber: account, holder: 'Frozen Fay' });
  await rowsOf(`update transactions set created_at = created_at - interval '1 hour' where user_id = $1`, [customer.id]);
  expect(await freeze(customer)).toBe('done');
  return { customer, account };
}

test('starting a payment in parallel with a freeze succeeds before it or is refused', async () => {
  for (const _once of [1, 2, 3, 4, 5]) {
    const customer = await newCustomer(server, 'Ina Brown');
    const [frozen, started] = await Promise.all([freeze(customer), subscribe(server, customer.cookie)]);
    expect(frozen).toBe('done');
    expect([undefined, 'payments.not_possible']).toContain(started.body.code);
  }
  const customer = await newCustomer(server, 'Ina Brown');
  expect(await freeze(customer)).toBe('done');
  expect((await subscribe(server, customer.cookie)).body.code).toBe('payments.not_possible');
});

test('money of a frozen customer is held, alerts compliance and changes nothing they see', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimPlan(server, customer.cookie);
  const loadOwn = () => call<object>('payments/showOwn', { paymentId }, customer.cookie).then(({ body }) => body);
  const listOwn = async () => (await call<{ payments: object[] }>('payments/listOwn', {}, customer.cookie)).body;
  const loadStatus = () => call<object>('paymentPages/status', { reference: paymentId }, customer.cookie);
  const receipt = () => call<{ parts: object[] }>('payments/receipt', { paymentId }, customer.cookie);
  const day = jamaicaDay(new Date());
  const csv = async () =>
    (
      await server.app.inject({
        url: `/api/transactions.csv?from=${day}&until=${day}`,
        headers: { cookie: customer.cookie },
      })
    ).body;
  const seen = async () => [
    ...[await loadOwn(), await listOwn(), (await loadStatus()).body, (await receipt()).body.parts, await csv()],
  ];
  const before = await seen();
  expect(before.slice(3)).toEqual([expect.any(Array), expect.stringContaining('Personal plan')]);
  expect(await freeze(customer)).toBe('done');
  expect(await act('paymentsDesk/receive', bankLine(paymentId))).toBe('done');
  expect(await stateOf(paymentId)).toEqual(held);
  expect(await rowsOf('select direction from movements where payment_id = $1', [paymentId])).toHaveLength(1);
  expect(await planOf(customer)).toBe('pending');
  expect(await findEmails(paymentId)).toEqual([]);
  expect(await seen()).toEqual(before);
  const own = await call<{ payments: object[]; movements: object[] }>(
    'accounts/exportData',
    undefined,
    customer.cookie,
  );
  expect(own.body).toMatchObject({ payments: [{ pay_in: 'claimed', received_at: null }], movements: [] });
  const query = `select id from pgboss.job where name = 'payments.held' and data->>'paymentId' = $1`;
  expect(await rowsOf(query, [paymentId])).toHaveLength(1);
  await alertHeld(services, { paymentId });
  await alertHeld(services, { paymentId });
  expect(await alertsOf(customer)).toMatchObject([{ description: expect.stringContaining('has not started') }]);
  const file = await call<object>('paymentsDesk/show', { paymentId }, finance);
  expect(file.body).toMatchObject({ nextAction: 'stopped', allowed: [] });
  await startReleased(services, payables);
  expect(await planOf(customer)).toBe('pending');
});

test('lifting a freeze starts the product once, lists it as paid and emails the customer', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimPlan(server, customer.cookie);
  expect(await freeze(customer)).toBe('done');
  expect(await act('paymentsDesk/receive', bankLine(paymentId))).toBe('done');
  const paid = async () =>
    (await call<{ payments: { id: string }[] }>('payments/listOwn', { paid: true }, customer.cookie)).body.payments;
  expect(await paid()).toEqual([]);
  expect(await unfreeze(customer)).toBe('done');
  await startReleased(services, payables);
  await startReleased(services, payables);
  expect(await paid()).toMatchObject([{ id: paymentId }]);
  expect([await planOf(customer), await stateOf(paymentId)]).toEqual(['active', running]);
  expect(await findEmails(paymentId)).toHaveLength(1);
  expect(
    await rowsOf(`select action from audit_log where subject_id = $1 and action = 'payments.begin'`, [paymentId]),
  ).toHaveLength(1);
});

test('refunding held money needs two people of compliance and two of finance', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimPlan(server, customer.cookie);
  expect(await freeze(customer)).toBe('done');
  expect(await act('paymentsDesk/receive', bankLine(paymentId))).toBe('done');
  expect((await refund(paymentId))[0]).toBe('desk.customer_frozen');
  expect((await freezesOf(customer)).orders).toMatchObject([
    { id: paymentId, kind: 'payment', received: 'J$6,000.00' },
  ]);
  expect(await release(paymentId)).toEqual(['done', 'done']);
  await startReleased(services, payables);
  expect(await planOf(customer)).toBe('pending');
  expect(await refund(paymentId)).toEqual(['done', 'done', 'done']);
  expect([await planOf(customer), await stateOf(paymentId)]).toEqual([
    'cancelled',
    { pay_in: 'returned', ended: 'refunded', held: false, awaits_staff: false },
  ]);
});

test("money from a frozen customer's account is held until two people of compliance release it", async () => {
  const { customer: fay, account } = await createFrozenWithAccount();
  const paula = await newCustomer(server, 'Paula Paid');
  const paymentId = await claimPlan(server, paula.cookie);
  const line = bankLine(paymentId, { payerAccount: account, payerHolder: 'Paula Paid' });
  expect(await act('paymentsDesk/receive', line)).toBe('done');
  expect([await planOf(paula), await stateOf(paymentId)]).toEqual(['pending', held]);
  const { orders, stopped } = await freezesOf(paula);
  expect([stopped, orders]).toMatchObject([false, [{ id: paymentId, others: [{ id: fay.id }] }]]);
  expect((await refund(paymentId))[0]).toBe('desk.payer_stopped');
  expect(await release(paymentId)).toEqual(['done', 'done']);
  await startReleased(services, payables);
  expect([await planOf(paula), await stateOf(paymentId)]).toEqual(['active', running]);
});

test('refunding money stopped by a later freeze needs the same two decisions', async () => {
  const [fay, account] = [await newCustomer(server, 'Frozen Fay'), newAccount()];
  const paula = await newCustomer(server, 'Paula Paid');
  const paymentId = await claimPlan(server, paula.cookie);
  const line = bankLine(paymentId, { payerAccount: account, payerHolder: 'Paula Paid' });
  expect(await act('paymentsDesk/receive', line)).toBe('done');
  const fayPaymentId = await claimPlan(server, fay.cookie);
  const same = { payerAccount: account, payerHolder: 'Frozen Fay', reference: `FAY ${fayPaymentId.slice(-12)}` };
  expect(await act('paymentsDesk/receive', bankLine(fayPaymentId, same))).toBe('done');
  expect(await freeze(fay)).toBe('done');
  expect((await refund(paymentId))[0]).toBe('desk.payer_stopped');
  expect(await release(paymentId)).toEqual(['done', 'done']);
  expect(await refund(paymentId)).toEqual(['done', 'done', 'done']);
});

test('money by card, from unallocated money and for a seat is held too', async () => {
  const byCard = await newCustomer(server, 'Ina Brown');
  const { paymentId } = await startPlanByCard(server, byCard.cookie);
  const attached = await newCustomer(server, 'Ina Brown');
  const [due] = await rowsOf<{ id: string; reference: string }>('select id, reference from payments where id = $1', [
    await claimPlan(server, attached.cookie),
  ]);
  const attendee = await newCustomer(server, 'Ina Brown');
  const place = await claimSeat(server, attendee.cookie, buildRegistration(await insertWorkshop(server)));
  for (const customer of [byCard, attached, attendee]) expect(await freeze(customer)).toBe('done');

  expect(await sendWebhook(server, buildSandboxEvent(paymentId))).toBe(200);
  const events = await rowsOf<{ id: string }>('select id from card_events where became is null');
  for (const { id } of events) await handleEvent(services, cardPayables, id);
  const money = await recordFunds('STOPPED 1', {
    ...{ amount: '6000', payerAccount: newAccount(), payerHolder: 'Ina Brown' },
  });
  expect(await act('unallocated/attach', buildAttachment(money, due ?? { reference: '' }, '6000'))).toBe('done');
  expect(await act('paymentsDesk/receive', bankLine(place, { amount: '4000' }))).toBe('done');

  for (const id of [paymentId, due?.id ?? '', place]) expect(await stateOf(id)).toEqual(held);
  expect([await planOf(byCard), await planOf(attached)]).toEqual(['pending', 'pending']);
  const places = () => rowsOf('select status from workshop_registrations where user_id = $1', [attendee.id]);
  expect(await places()).toEqual([{ status: 'pending' }]);
  await unfreeze(attendee);
  await startReleased(services, payables);
  expect(await places()).toEqual([{ status: 'confirmed' }]);
});

test('the database rejects starting a held product', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimPlan(server, customer.cookie);
  expect(await freeze(customer)).toBe('done');
  expect(await act('paymentsDesk/receive', bankLine(paymentId))).toBe('done');
  await rowsOf('update payments set held = false where id = $1', [paymentId]);
  expect(await stateOf(paymentId)).toEqual(held);
  const begins = rowsOf(
    `update subscriptions set status = 'active', start_date = now(), end_date = now() + interval '1 month'
    where user_id = $1`,
    [customer.id],
  );
  await expect(begins).rejects.toThrow('a held payment cannot activate anything');
});
