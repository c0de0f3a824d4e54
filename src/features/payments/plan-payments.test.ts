import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { upload } from '../../../test/orders.ts';
import { buildBankReceipt, claimPlan, subscribe } from '../../../test/payments.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { payables } from '../../fulfilment.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { after, days, hours } from '../../kernel/clock.ts';
import { expirePayments } from './jobs.ts';

const server = await serverWithoutFaults();
const { call, faults } = server;
const { another, rowsOf } = setUpSuspicions(server);
const finance = await createSession(server, 'finance');
const second = await another('finance');
const act = server.actsAs(finance);
const stateOf = async (id: string) =>
  (await rowsOf<object>('select pay_in, ended from payments where id = $1', [id]))[0] ?? null;
const plansOf = (userId: string) =>
  rowsOf<{ status: string; start: Date | null; end: Date | null }>(
    `select status, start_date "start", end_date "end" from subscriptions where user_id = $1 order by created_at`,
    [userId],
  );

async function refund(paymentId: string, reason = 'given_back_as_asked') {
  const plain = { paymentId, note: '' };
  return [
    await act('paymentsDesk/prepareReturn', { ...plain, reasonCode: reason }),
    await act(
      'paymentsDesk/approveReturn',
      { ...plain, proposalId: await server.openProposal(paymentId) },
      second?.cookie,
    ),
    await act('paymentsDesk/recordReturned', {
      ...plain,
      reference: `BACK ${paymentId.slice(-12)}`,
      movedOn: jamaicaDay(new Date()),
      movedTime: '',
    }),
  ];
}

test('a plan runs for a month from the confirmation of its money', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimPlan(server, customer.cookie);
  expect(await plansOf(customer.id)).toMatchObject([{ status: 'pending', start: null }]);
  const shown = (
    await call<{ payment: { reference: string }; account: object }>('payments/showOwn', { paymentId }, customer.cookie)
  ).body;
  expect(shown).toMatchObject({ payment: { nextAction: 'confirm_payment', title: 'Personal plan, one month' } });
  expect(shown.account).not.toBeNull();
  expect(await act('paymentsDesk/receive', buildBankReceipt(paymentId))).toBe('done');
  const [plan] = await plansOf(customer.id);
  expect(plan?.status).toBe('active');
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'received', ended: null });
  const own = await call<{ active: object; pending: object | null }>('subscriptions/own', undefined, customer.cookie);
  expect(own.body).toMatchObject({ active: { plan: 'personal', status: 'active' }, pending: null });
  expect(await act('paymentsDesk/receive', buildBankReceipt(paymentId, { reference: 'ANOTHER LINE' }))).toBe(
    'payments.not_now',
  );
});

test('a further month starts at the end of the running one, and two tabs start one payment', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  expect(await act('paymentsDesk/receive', buildBankReceipt(await claimPlan(server, customer.cookie)))).toBe('done');
  const key = randomUUID();
  const [one, same] = await Promise.all([
    subscribe(server, customer.cookie, { key }),
    subscribe(server, customer.cookie, { key }),
  ]);
  expect([one.status, same.body.paymentId]).toEqual([200, one.body.paymentId]);
  expect((await subscribe(server, customer.cookie)).body.code).toBe('subscriptions.pending_already');
  expect((await subscribe(server, customer.cookie, { key, plan: 'basic', price: 5000 })).body.code).toBe(
    'general.key_reused',
  );
  expect(await act('paymentsDesk/receive', buildBankReceipt(one.body.paymentId))).toBe('done');
  const [first, next] = await plansOf(customer.id);
  expect(next?.start).toEqual(first?.end);
  expect(Number(next?.end)).toBeGreaterThan(Number(next?.start));
});

test('starts are limited to ten a day, a proof counts once, and a late rejection is final', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { body: file } = await upload(server, customer.cookie, 'subscription-proof');
  const claims = (paymentId: string, proofFile: string) =>
    act('payments/claim', { paymentId, proofFile }, customer.cookie);
  const paymentIds: string[] = [];
  for (let n = 0; n < 10; n++) {
    const { paymentId } = (await subscribe(server, customer.cookie)).body;
    expect(await act('payments/cancel', { paymentId }, customer.cookie)).toBe('done');
    paymentIds.push(paymentId);
  }
  expect((await subscribe(server, customer.cookie)).body.code).toBe('payments.too_many_today');
  const [first = '', second = ''] = paymentIds;
  expect(await claims(first, file.id)).toBe('done');
  expect(await claims(second, file.id)).toBe('payments.proof_used');
  expect(await act('paymentsDesk/rejectClaim', { paymentId: first, reasonCode: 'unreadable', note: '' })).toBe('done');
  const { body: other } = await upload(server, customer.cookie, 'subscription-proof');
  expect(await claims(first, other.id)).toBe('payments.cannot_now');
  const { body: shown } = await call<{ mayClaim: boolean }>('payments/showOwn', { paymentId: first }, customer.cookie);
  expect(shown.mayClaim).toBe(false);
  server.setTime(after(new Date(), hours(25)));
  expect((await subscribe(server, customer.cookie)).status).toBe(200);
  server.setTime(null);
});

test('confirming a wrong amount, name or day is refused', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimPlan(server, customer.cookie);
  const line = (changes: object) => act('paymentsDesk/receive', buildBankReceipt(paymentId, changes));
  expect(await line({ amount: '5999' })).toBe('payments.amount_differs');
  expect(await line({ amount: 'six' })).not.toBe('done');
  expect(await line({ payerHolder: 'Tamara Grant' })).toBe('payments.name_differs');
  expect(await line({ movedOn: jamaicaDay(after(new Date(), -days(3))) })).toBe('payments.before_due');
  expect(await line({ payerAccount: '' })).toBe('desk.payer_missing');
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'claimed', ended: null });
  expect(await line({ payerHolder: 'BROWN, Ina', note: '' })).toBe('done');
});

test('one bank line pays one payment', async () => {
  const [one, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Ina Brown')];
  const line = { reference: 'ONE LINE 77' };
  expect(await act('paymentsDesk/receive', buildBankReceipt(await claimPlan(server, one.cookie), line))).toBe('done');
  const second = await claimPlan(server, other.cookie);
  expect(await act('paymentsDesk/receive', buildBankReceipt(second, { reference: 'one-line-77' }))).toBe(
    'desk.reference_used',
  );
});

test('rejecting a payment marks its plan rejected, and cancelling marks it cancelled', async () => {
  const [one, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Ina Brown')];
  const rejected = (await subscribe(server, one.cookie)).body.paymentId;
  expect(await act('paymentsDesk/reject', { paymentId: rejected, reasonCode: 'not_found', note: '' })).toBe('done');
  expect(await plansOf(one.id)).toMatchObject([{ status: 'rejected' }]);
  const calledOff = (await subscribe(server, other.cookie)).body.paymentId;
  expect(await act('payments/cancel', { paymentId: calledOff }, other.cookie)).toBe('done');
  expect(await plansOf(other.id)).toMatchObject([{ status: 'cancelled' }]);
});

test('an unpaid payment expires at its deadline, not before, and late money is kept for a refund', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const { body } = await subscribe(server, customer.cookie);
  const [row] = await rowsOf<{ until: Date }>('select lapses_at until from payments where id = $1', [body.paymentId]);
  const until = row?.until ?? new Date();
  server.setTime(after(until, -1));
  await expirePayments(server.services, payables);
  expect(await stateOf(body.paymentId)).toEqual({ pay_in: 'awaiting', ended: null });
  server.setTime(until);
  expect(await expirePayments(server.services, payables)).toBeGreaterThan(0);
  expect(await stateOf(body.paymentId)).toEqual({ pay_in: 'awaiting', ended: 'lapsed' });
  expect(await plansOf(customer.id)).toMatchObject([{ status: 'cancelled' }]);
  expect(await act('paymentsDesk/receive', buildBankReceipt(body.paymentId))).toBe('done');
  expect(await stateOf(body.paymentId)).toEqual({ pay_in: 'received', ended: 'lapsed' });
  expect(await plansOf(customer.id)).toMatchObject([{ status: 'cancelled' }]);
  server.setTime(null);
});

test('a payment that fails to expire does not block the others', async () => {
  const [one, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
  const broken = await claimPlan(server, one.cookie);
  const { paymentId } = (await subscribe(server, other.cookie)).body;
  const over: typeof payables.plan.onEnded = async (tx, payment, now) => {
    if (payment.id === broken) throw new Error('broken');
    return payables.plan.onEnded(tx, payment, now);
  };
  server.setTime(after(new Date(), days(40)));
  const lapsing = expirePayments(server.services, { ...payables, plan: { ...payables.plan, onEnded: over } });
  await expect(lapsing).rejects.toThrow('broken');
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'awaiting', ended: 'lapsed' });
  // A claimed payment that was not found expires and may be claimed again.
  await expirePayments(server.services, payables);
  expect(await stateOf(broken)).toEqual({ pay_in: 'awaiting', ended: 'lapsed' });
  server.setTime(null);
});

test("starting a plan by another customer's money is a fault", async () => {
  const [buyer, secondCustomer] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
  await subscribe(server, buyer.cookie);
  const { paymentId } = (await subscribe(server, secondCustomer.cookie)).body;
  await server.owner.query('delete from payments where user_id = $1', [buyer.id]);
  await server.owner.query(
    'update payments set payable_id = (select id from subscriptions where user_id = $1) where id = $2',
    [buyer.id, paymentId],
  );
  expect(await act('paymentsDesk/receive', buildBankReceipt(paymentId, { payerHolder: 'Una Brown' }))).toBe(
    'general.fault',
  );
  expect(String(faults.splice(0).map((fault) => JSON.stringify(fault)))).toContain(
    'subscription has no received payment',
  );
  expect(await plansOf(buyer.id)).toMatchObject([{ status: 'pending' }]);
});

test('a payment with a rejected proof can be claimed after its expiry', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimPlan(server, customer.cookie);
  expect(await act('paymentsDesk/rejectClaim', { paymentId, reasonCode: 'unreadable', note: '' })).toBe('done');
  server.setTime(after(new Date(), hours(24 * 20)));
  await expirePayments(server.services, payables);
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'awaiting', ended: 'lapsed' });
  const { body: file } = await upload(server, customer.cookie, 'subscription-proof');
  expect(await act('payments/claim', { paymentId, proofFile: file.id }, customer.cookie)).toBe('done');
  server.setTime(null);
});

test('refunding a plan by two people ends it and sends the money back', async () => {
  const customer = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimPlan(server, customer.cookie);
  expect(await act('paymentsDesk/prepareReturn', { paymentId, reasonCode: 'paid_twice', note: '' })).toBe(
    'desk.nothing_to_return',
  );
  expect(await act('paymentsDesk/receive', buildBankReceipt(paymentId))).toBe('done');
  const plain = { paymentId, note: '' };
  expect(await act('paymentsDesk/prepareReturn', { ...plain, reasonCode: 'given_back_as_asked' })).toBe('done');
  const proposalId = await server.openProposal(paymentId);
  expect(await act('paymentsDesk/approveReturn', { ...plain, proposalId })).toBe('approvals.second_person_needed');
  expect(
    await act('paymentsDesk/recordReturned', {
      ...plain,
      reference: 'TOO EARLY',
      movedOn: jamaicaDay(new Date()),
      movedTime: '',
    }),
  ).toBe('desk.not_approved');
  expect(await act('paymentsDesk/approveReturn', { ...plain, proposalId }, second?.cookie)).toBe('done');
  expect(await plansOf(customer.id)).toMatchObject([{ status: 'cancelled' }]);
  const sent = { ...plain, reference: 'GIVEN BACK 1', movedOn: jamaicaDay(new Date()), movedTime: '' };
  expect(await act('paymentsDesk/recordReturned', sent)).toBe('done');
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'returned', ended: 'refunded' });
  const { body } = await call<{ payment: { reason: string } }>('payments/showOwn', { paymentId }, customer.cookie);
  expect(body.payment.reason).toBe('You asked for this refund.');
  const lines = await rowsOf(
    'select direction, account, amount::text from movements where payment_id = $1 order by id',
    [paymentId],
  );
  expect(lines).toEqual([
    { direction: 'in', account: '404512345', amount: '6000.000000000000000000' },
    { direction: 'back', account: '404512345', amount: '6000.000000000000000000' },
  ]);
  expect(await refund(paymentId)).toEqual(['desk.nothing_to_return', 'approvals.not_found', 'desk.not_approved']);
});

test('customers see and move their own payments only, and staff never their own', async () => {
  const [customer, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
  const paymentId = await claimPlan(server, customer.cookie);
  for (const path of ['payments/showOwn', 'payments/cancel'])
    expect(await act(path, { paymentId }, other.cookie)).toBe('payments.not_found');
  expect(await act('payments/cancel', { paymentId }, customer.cookie)).toBe('payments.cannot_now');
  expect(await act('paymentsDesk/receive', buildBankReceipt(paymentId), customer.cookie)).toBe('staff.not_allowed');
  const own = await claimPlan(server, finance);
  expect(await act('paymentsDesk/receive', buildBankReceipt(own))).toBe('approvals.own_matter');
  const { body } = await call<{ lines: { id: string }[] }>('paymentsDesk/queue', {}, finance);
  expect(body.lines.map(({ id }) => id)).not.toContain(own);
  expect(body.lines.map(({ id }) => id)).toContain(paymentId);
});
