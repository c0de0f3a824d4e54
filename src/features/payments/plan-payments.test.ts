import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { upload } from '../../../test/orders.ts';
import { bankLine, claimedPlan, subscribe } from '../../../test/payments.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { after, days, hours } from '../../kernel/clock.ts';
import { payables } from '../../payables.ts';
import { lapsePayments } from './jobs.ts';

/** A month of a plan from the wish to the money, and back: on one payment, whatever the order of things. */
const server = await serverWithoutFaults();
const { call, faults } = server;
const { another, rowsOf } = suspicionsOn(server);
const finance = await sessionFor(server, 'finance');
const [second, compliance] = [await another('finance'), await another('compliance')];

const act = server.actsAs(finance);
const stateOf = async (id: string) =>
  (await rowsOf<object>('select pay_in, ended from payments where id = $1', [id]))[0] ?? null;
const plansOf = (userId: string) =>
  rowsOf<{ status: string; start: Date | null; end: Date | null }>(
    `select status, start_date "start", end_date "end" from subscriptions where user_id = $1 order by created_at`,
    [userId],
  );

/** Two people give back what came, and one records it. */
async function givesBack(paymentId: string, reason = 'given_back_as_asked') {
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

test('a plan runs from the moment in which staff saw its money, for a month', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimedPlan(server, who.cookie);
  expect(await plansOf(who.id)).toMatchObject([{ status: 'pending', start: null }]);
  const shown = (
    await call<{ payment: { reference: string }; account: object }>('payments/showOwn', { paymentId }, who.cookie)
  ).body;
  expect(shown).toMatchObject({ payment: { nextAction: 'confirm_payment', title: 'Personal plan, one month' } });
  expect(shown.account).not.toBeNull();
  expect(await act('paymentsDesk/receive', bankLine(paymentId))).toBe('done');
  const [plan] = await plansOf(who.id);
  expect(plan?.status).toBe('active');
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'received', ended: null });
  const own = await call<{ active: object; pending: object | null }>('subscriptions/own', undefined, who.cookie);
  expect(own.body).toMatchObject({ active: { plan: 'personal', status: 'active' }, pending: null });
  expect(await act('paymentsDesk/receive', bankLine(paymentId, { reference: 'ANOTHER LINE' }))).toBe(
    'payments.not_now',
  );
});

test('a month more begins where the running one ends, and two tabs make one payment', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  expect(await act('paymentsDesk/receive', bankLine(await claimedPlan(server, who.cookie)))).toBe('done');
  const key = randomUUID();
  const [one, same] = await Promise.all([
    subscribe(server, who.cookie, { key }),
    subscribe(server, who.cookie, { key }),
  ]);
  expect([one.status, same.body.paymentId]).toEqual([200, one.body.paymentId]);
  expect((await subscribe(server, who.cookie)).body.code).toBe('subscriptions.pending_already');
  expect((await subscribe(server, who.cookie, { key, plan: 'basic', price: 5000 })).body.code).toBe(
    'general.key_reused',
  );
  expect(await act('paymentsDesk/receive', bankLine(one.body.paymentId))).toBe('done');
  const [first, next] = await plansOf(who.id);
  expect(next?.start).toEqual(first?.end);
  expect(Number(next?.end)).toBeGreaterThan(Number(next?.start));
});

test('many who press at once begin one payment', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const answers = await Promise.all(Array.from({ length: 12 }, () => subscribe(server, who.cookie)));
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  expect(await rowsOf('select from payments where user_id = $1', [who.id])).toHaveLength(1);
});

test('nobody fills the desk: ten a day, a proof proves one, what was sent back after its end stays so', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { body: file } = await upload(server, who.cookie, 'subscription-proof');
  const claims = (paymentId: string, proofFile: string) => act('payments/claim', { paymentId, proofFile }, who.cookie);
  const begun: string[] = [];
  for (let n = 0; n < 10; n++) {
    const { paymentId } = (await subscribe(server, who.cookie)).body;
    expect(await act('payments/callOff', { paymentId }, who.cookie)).toBe('done');
    begun.push(paymentId);
  }
  expect((await subscribe(server, who.cookie)).body.code).toBe('payments.too_many_today');
  const [first = '', second = ''] = begun;
  expect(await claims(first, file.id)).toBe('done');
  expect(await claims(second, file.id)).toBe('payments.proof_used');
  expect(await act('paymentsDesk/rejectClaim', { paymentId: first, reasonCode: 'unreadable', note: '' })).toBe('done');
  const { body: other } = await upload(server, who.cookie, 'subscription-proof');
  expect(await claims(first, other.id)).toBe('payments.cannot_now');
  const { body: shown } = await call<{ mayClaim: boolean }>('payments/showOwn', { paymentId: first }, who.cookie);
  expect(shown.mayClaim).toBe(false);
  server.setTime(after(new Date(), hours(25)));
  expect((await subscribe(server, who.cookie)).status).toBe(200);
  server.setTime(null);
});

test('what is charged the server says; another price on the screen is refused', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  expect((await subscribe(server, who.cookie, { price: 60 })).body.code).toBe('subscriptions.price_changed');
  expect(await rowsOf('select from subscriptions where user_id = $1', [who.id])).toEqual([]);
});

test('another amount, another name and a day before are not taken for the payment', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimedPlan(server, who.cookie);
  const line = (wishes: object) => act('paymentsDesk/receive', bankLine(paymentId, wishes));
  expect(await line({ amount: '5999' })).toBe('payments.amount_differs');
  expect(await line({ amount: 'six' })).not.toBe('done');
  expect(await line({ payerHolder: 'Tamara Grant' })).toBe('payments.name_differs');
  expect(await line({ movedOn: jamaicaDay(after(new Date(), -days(3))) })).toBe('payments.before_due');
  expect(await line({ payerAccount: '' })).toBe('desk.payer_missing');
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'claimed', ended: null });
  expect(await line({ payerHolder: 'BROWN, Ina', note: '' })).toBe('done');
});

test('one line of the bank pays one thing', async () => {
  const [one, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Ina Brown')];
  const line = { reference: 'ONE LINE 77' };
  expect(await act('paymentsDesk/receive', bankLine(await claimedPlan(server, one.cookie), line))).toBe('done');
  const second = await claimedPlan(server, other.cookie);
  expect(await act('paymentsDesk/receive', bankLine(second, { reference: 'one-line-77' }))).toBe('desk.reference_used');
});

test('an unusable proof goes back with its reason, and another one is taken', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimedPlan(server, who.cookie);
  const back = { paymentId, reasonCode: 'unreadable', note: '' };
  expect(await act('paymentsDesk/rejectClaim', { ...back, reasonCode: 'something' })).toBe('payments.reason_unknown');
  expect(await act('paymentsDesk/rejectClaim', back)).toBe('done');
  const { body } = await call<{ payment: { reason: string } }>('payments/showOwn', { paymentId }, who.cookie);
  expect(body.payment.reason).toContain('could not read your proof');
  const { body: file } = await upload(server, who.cookie, 'subscription-proof');
  expect(await act('payments/claim', { paymentId, proofFile: file.id }, who.cookie)).toBe('done');
  const { body: order } = await upload(server, who.cookie);
  expect(await act('payments/claim', { paymentId, proofFile: order.id }, who.cookie)).toBe('payments.proof_missing');
});

test('what staff decline says so, and what its customer calls off does not', async () => {
  const [one, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Ina Brown')];
  const declined = (await subscribe(server, one.cookie)).body.paymentId;
  expect(await act('paymentsDesk/reject', { paymentId: declined, reasonCode: 'not_found', note: '' })).toBe('done');
  expect(await plansOf(one.id)).toMatchObject([{ status: 'rejected' }]);
  const calledOff = (await subscribe(server, other.cookie)).body.paymentId;
  expect(await act('payments/callOff', { paymentId: calledOff }, other.cookie)).toBe('done');
  expect(await plansOf(other.id)).toMatchObject([{ status: 'cancelled' }]);
});

test('what is not paid in time lapses, and money that comes late goes back by two people', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const { body } = await subscribe(server, who.cookie);
  server.setTime(after(new Date(), hours(73)));
  expect(await lapsePayments(server.services, payables)).toBeGreaterThan(0);
  expect(await stateOf(body.paymentId)).toEqual({ pay_in: 'awaiting', ended: 'lapsed' });
  expect(await plansOf(who.id)).toMatchObject([{ status: 'cancelled' }]);
  expect(await act('paymentsDesk/receive', bankLine(body.paymentId))).toBe('done');
  expect(await stateOf(body.paymentId)).toEqual({ pay_in: 'received', ended: 'lapsed' });
  expect(await plansOf(who.id)).toMatchObject([{ status: 'cancelled' }]);
  server.setTime(null);
});

test('a payment that cannot lapse keeps none behind it waiting', async () => {
  const [one, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
  const broken = await claimedPlan(server, one.cookie);
  const { paymentId } = (await subscribe(server, other.cookie)).body;
  const over: typeof payables.plan.over = async (tx, payment, now) => {
    if (payment.id === broken) throw new Error('broken');
    return payables.plan.over(tx, payment, now);
  };
  server.setTime(after(new Date(), days(40)));
  const lapsing = lapsePayments(server.services, { ...payables, plan: { ...payables.plan, over } });
  await expect(lapsing).rejects.toThrow('broken');
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'awaiting', ended: 'lapsed' });
  // What was claimed and not found in time is awaited no more, and may be claimed again.
  await lapsePayments(server.services, payables);
  expect(await stateOf(broken)).toEqual({ pay_in: 'awaiting', ended: 'lapsed' });
  server.setTime(null);
});

test('a plan does not begin by the money of somebody else', async () => {
  const [ina, una] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
  await subscribe(server, ina.cookie);
  const { paymentId } = (await subscribe(server, una.cookie)).body;
  await server.owner.query('delete from payments where user_id = $1', [ina.id]);
  await server.owner.query(
    'update payments set payable_id = (select id from subscriptions where user_id = $1) where id = $2',
    [ina.id, paymentId],
  );
  expect(await act('paymentsDesk/receive', bankLine(paymentId, { payerHolder: 'Una Brown' }))).toBe('general.fault');
  expect(String(faults.splice(0).map((fault) => JSON.stringify(fault)))).toContain('plan_without_money');
  expect(await plansOf(ina.id)).toMatchObject([{ status: 'pending' }]);
});

test('whose proof was sent back before the time ended can say after it that money is late', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimedPlan(server, who.cookie);
  expect(await act('paymentsDesk/rejectClaim', { paymentId, reasonCode: 'unreadable', note: '' })).toBe('done');
  server.setTime(after(new Date(), hours(24 * 20)));
  await lapsePayments(server.services, payables);
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'awaiting', ended: 'lapsed' });
  const { body: file } = await upload(server, who.cookie, 'subscription-proof');
  expect(await act('payments/claim', { paymentId, proofFile: file.id }, who.cookie)).toBe('done');
  server.setTime(null);
});

test('a plan that is given back ends at once, by two people, and its money goes where it came from', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimedPlan(server, who.cookie);
  expect(await act('paymentsDesk/prepareReturn', { paymentId, reasonCode: 'paid_twice', note: '' })).toBe(
    'payments.nothing_here',
  );
  expect(await act('paymentsDesk/receive', bankLine(paymentId))).toBe('done');
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
  ).toBe('payments.not_approved');
  expect(await act('paymentsDesk/approveReturn', { ...plain, proposalId }, second?.cookie)).toBe('done');
  expect(await plansOf(who.id)).toMatchObject([{ status: 'cancelled' }]);
  const sent = { ...plain, reference: 'GIVEN BACK 1', movedOn: jamaicaDay(new Date()), movedTime: '' };
  expect(await act('paymentsDesk/recordReturned', sent)).toBe('done');
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'returned', ended: 'refunded' });
  const { body } = await call<{ payment: { reason: string } }>('payments/showOwn', { paymentId }, who.cookie);
  expect(body.payment.reason).toBe('You asked for it.');
  const lines = await rowsOf(
    'select direction, account, amount::text from movements where payment_id = $1 order by id',
    [paymentId],
  );
  expect(lines).toEqual([
    { direction: 'in', account: '404512345', amount: '6000.000000000000000000' },
    { direction: 'back', account: '404512345', amount: '6000.000000000000000000' },
  ]);
  expect(await givesBack(paymentId)).toEqual(['payments.nothing_here', 'approvals.not_found', 'payments.not_approved']);
});

test('nobody frozen begins to pay, and nothing of theirs goes back; what they sent is written down', async () => {
  const who = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimedPlan(server, who.cookie);
  const freeze = { userId: who.id, reason: 'An authority asks' };
  expect(await act('compliance/freeze', freeze, compliance?.cookie)).toBe('done');
  expect(await act('paymentsDesk/receive', bankLine(paymentId))).toBe('done');
  expect((await givesBack(paymentId))[0]).toBe('payments.stopped');
  const other = await newCustomer(server, 'Ina Brown');
  expect(await act('compliance/freeze', { ...freeze, userId: other.id }, compliance?.cookie)).toBe('done');
  expect((await subscribe(server, other.cookie)).body.code).toBe('payments.not_possible');
});

test('a customer sees and moves their own alone, and staff never their own', async () => {
  const [who, other] = [await newCustomer(server, 'Ina Brown'), await newCustomer(server, 'Una Brown')];
  const paymentId = await claimedPlan(server, who.cookie);
  for (const path of ['payments/showOwn', 'payments/callOff'])
    expect(await act(path, { paymentId }, other.cookie)).toBe('payments.not_found');
  expect(await act('payments/callOff', { paymentId }, who.cookie)).toBe('payments.cannot_now');
  expect(await act('paymentsDesk/receive', bankLine(paymentId), who.cookie)).toBe('staff.not_allowed');
  const own = await claimedPlan(server, finance);
  expect(await act('paymentsDesk/receive', bankLine(own))).toBe('approvals.own_matter');
  const { body } = await call<{ lines: { id: string }[] }>('paymentsDesk/queue', {}, finance);
  expect(body.lines.map(({ id }) => id)).not.toContain(own);
  expect(body.lines.map(({ id }) => id)).toContain(paymentId);
});
