import { expect, test } from 'vitest';
import { buildBankReceipt, claimPlan } from '../../../test/payments.ts';
import { createRefundTools } from '../../../test/refunds.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { after, days } from '../../kernel/clock.ts';
import { withSystem } from '../../platform/database/database.ts';
import { buildPaymentEmail } from './emails.ts';
import type { PaymentReceipt } from './load-receipt.ts';
import { findPayment } from './store.ts';

const server = await serverWithoutFaults();
const { call } = server;
const { another, rowsOf } = setUpSuspicions(server);
const { act, approves, goesBack, prepares, records, stateOf, undoes, answers, backOf, finance } =
  await createRefundTools(server);
const [second, third] = [await another('finance'), await another('finance')];

/** Computed on each call, because midnight may pass during the test. */
const today = () => jamaicaDay(new Date());
const returnedToday = {
  reasonCode: 'returned_by_bank',
  get movedOn() {
    return today();
  },
};
const decide = (what: string, [paymentId, proposalId]: readonly [string, string], cookie = second.cookie) =>
  act(`paymentsDesk/${what}`, { paymentId, proposalId, note: 'Looked at' }, cookie);
const loadLines = async (paymentId: string) =>
  (
    await rowsOf<{ line: string }>(
      `select direction || ' ' || trim_scale(amount) line from movements where payment_id = $1 order by id`,
      [paymentId],
    )
  ).map(({ line }) => line);

async function paidPlan(name = 'Ina Brown') {
  const customer = await newCustomer(server, name);
  const paymentId = await claimPlan(server, customer.cookie);
  expect(await act('paymentsDesk/receive', buildBankReceipt(paymentId, { payerHolder: name }))).toBe('done');
  return { customer, paymentId };
}
const [approve, rejectUndo] = [answers('approveUndo'), answers('declineUndo')];
const done = ['done', 'done', 'done'];
const loadStaffView = async (paymentId: string, cookie = finance) =>
  (await call<{ allowed: string[]; nextAction: string | null }>('paymentsDesk/show', { paymentId }, cookie)).body;
const buildEmail = async (paymentId: string, command: 'partBounced' | 'returnBounced') => {
  const payment = await withSystem(server.services.pool, (tx) => findPayment(tx, paymentId));
  const to = { name: 'Ina', email: 'ina@example.com' } as never;
  return payment && buildPaymentEmail(payment, { command, last: false }, { to, origin: 'https://x.example' });
};

test('the email about a proof is the same for held money, and promises only a refund once it ended', async () => {
  const { paymentId } = await paidPlan();
  const payment = await withSystem(server.services.pool, (tx) => findPayment(tx, paymentId));
  if (!payment) throw new Error('no payment');
  const write = (command: 'claim' | 'claimHeld', ended: 'lapsed' | null = null) =>
    buildPaymentEmail(
      { ...payment, state: { payIn: 'claimed', ended } },
      { command, last: false },
      { to: { name: 'Ina', email: 'ina@demo.test', firstName: null }, origin: 'https://x.test' },
    );
  expect(write('claim')?.subject).toBe(`We have your proof: ${payment.reference}`);
  expect(write('claim')?.text).toContain('is yours once we find it.');
  expect(write('claimHeld')).toEqual(write('claim'));
  expect(write('claim', 'lapsed')?.text).toContain("If we find your money, we'll send it back");
  expect(write('claim', 'lapsed')?.text).not.toContain('is yours');
});

test('approving and rejecting an undo in parallel decides once', async () => {
  const { paymentId } = await paidPlan();
  expect(await goesBack(paymentId, '2000')).toEqual(done);
  expect(await undoes(paymentId, returnedToday)).toBe('done');
  const id = await server.openProposal(paymentId);
  const decided = await Promise.all([
    ...[second.cookie, third.cookie].map((cookie) => decide('approveUndo', [paymentId, id], cookie)),
    decide('declineUndo', [paymentId, id], third.cookie),
  ]);
  expect(decided.filter((answer) => answer === 'done')).toHaveLength(1);
  expect((await loadLines(paymentId)).filter((line) => line === 'bounced 2000').length).toBe(
    decided[2] === 'done' ? 0 : 1,
  );
});

test('recording a refund and proposing its undo in parallel succeeds once', async () => {
  for (let round = 0; round < 5; round++) {
    const { paymentId } = await paidPlan();
    expect([await prepares(paymentId, '2000'), await approves(paymentId)]).toEqual(['done', 'done']);
    const [sent, proposed] = await Promise.all([records(paymentId), undoes(paymentId)]);
    expect([sent, proposed].filter((answer) => answer === 'done')).toHaveLength(1);
    if (proposed !== 'done') continue;
    const id = await server.openProposal(paymentId);
    const [late, undone] = await Promise.all([records(paymentId), decide('approveUndo', [paymentId, id])]);
    expect([late === 'done', undone]).toEqual([false, 'done']);
    expect(await loadLines(paymentId)).toEqual(['in 6000']);
  }
});

test('returned money can be refunded again, never more than was received', async () => {
  const { paymentId } = await paidPlan();
  expect(await goesBack(paymentId, '2500')).toEqual(done);
  expect([await undoes(paymentId, returnedToday), await approve(paymentId)]).toEqual(['done', 'done']);
  expect(await goesBack(paymentId, null)).toEqual(done);
  expect(await loadLines(paymentId)).toEqual(['in 6000', 'back 2500', 'bounced 2500', 'back 6000']);
  expect([await undoes(paymentId, returnedToday), await approve(paymentId)]).toEqual(['done', 'done']);
  expect(await prepares(paymentId, '6000.01')).not.toBe('done');
  expect(await goesBack(paymentId, null)).toEqual(done);
  expect(await prepares(paymentId, null)).toBe('desk.nothing_to_return');
  expect((await loadLines(paymentId)).slice(4)).toEqual(['bounced 6000', 'back 6000']);
  expect(await stateOf(paymentId)).toMatchObject({ pay_in: 'returned', ended: 'refunded' });
});

test('a returned first part can be refunded after the second went', async () => {
  const { paymentId } = await paidPlan();
  expect(await goesBack(paymentId, '2500')).toEqual(done);
  const [first] = await rowsOf<{ id: string }>(
    `select id from proposals where subject = $1 and kind = 'return' and state = 'approved'`,
    [paymentId],
  );
  expect(await goesBack(paymentId, null)).toEqual(done);
  const input = {
    ...{ paymentId, proposalId: first?.id, note: '', reasonCode: 'returned_by_bank' },
    ...{ evidence: 'Seen on the statement of today', reference: '', movedOn: today(), movedTime: '' },
  };
  expect(await act('paymentsDesk/prepareUndo', input)).toBe('done');
  expect(await approve(paymentId)).toBe('done');
  expect(await stateOf(paymentId)).toMatchObject({ pay_in: 'received', ended: 'refunded' });
  expect(await goesBack(paymentId, null)).toEqual(done);
  expect(await loadLines(paymentId)).toEqual(['in 6000', 'back 2500', 'back 3500', 'bounced 2500', 'back 2500']);
});

test('proposing to undo the refund of another payment, or with a return before it, is refused', async () => {
  const [one, other] = [await paidPlan(), await paidPlan('Una Brown')];
  for (const { paymentId } of [one, other]) expect(await goesBack(paymentId, '1000')).toEqual(done);
  const [foreign] = await rowsOf<{ id: string }>(`select id from proposals where subject = $1`, [other.paymentId]);
  expect(await undoes(one.paymentId, { ...returnedToday, proposalId: foreign?.id })).toBe('desk.not_approved');
  const before = { ...returnedToday, movedOn: jamaicaDay(after(new Date(), -days(20))) };
  expect(await undoes(one.paymentId, before)).toBe('desk.came_back_before');
});

test('two returns under one reference in any spelling count once', async () => {
  const both = [await paidPlan(), await paidPlan('Una Brown')];
  for (const { paymentId } of both) expect(await goesBack(paymentId, '1000')).toEqual(done);
  const [one = '', other = ''] = both.map(({ paymentId }) => paymentId);
  expect(await undoes(one, { ...returnedToday, reference: 'CAME-77-X' })).toBe('done');
  // The reference is still unused now, so only the approval can refuse it.
  expect(await undoes(other, { ...returnedToday, reference: 'came 77 x' })).toBe('done');
  const decided = await Promise.all([one, other].map((paymentId) => approve(paymentId)));
  expect(decided.toSorted()).toEqual(['desk.reference_used', 'done']);
  expect(
    [...(await loadLines(one)), ...(await loadLines(other))].filter((line) => line === 'bounced 1000'),
  ).toHaveLength(1);
});

test('a returned refund can be sent again under another reference', async () => {
  const { customer, paymentId } = await paidPlan();
  expect(await goesBack(paymentId, null, { reference: 'SENT 1' })).toEqual(done);
  expect(await stateOf(paymentId)).toMatchObject({ pay_in: 'returned', ended: 'refunded' });
  expect(await undoes(paymentId, { ...returnedToday, reasonCode: 'never_sent' })).toBe('desk.reason_unknown');
  expect(await undoes(paymentId, { reasonCode: 'returned_by_bank' })).toBe('desk.came_back_with');
  expect(await undoes(paymentId, { ...returnedToday, reference: 'sent-1' })).toBe('desk.reference_used');
  expect(await undoes(paymentId, { ...returnedToday, movedOn: '2999-01-01' })).toBe('desk.moment_ahead');
  expect(await undoes(paymentId, { ...returnedToday, reference: 'CAME BACK 1' })).toBe('done');
  expect(await undoes(paymentId, returnedToday)).toBe('approvals.already_open');
  expect(await approve(paymentId, finance)).toBe('approvals.second_person_needed');
  expect(await approve(paymentId)).toBe('done');
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'received', ended: 'refunded', awaits_staff: true });
  expect(await loadLines(paymentId)).toEqual(['in 6000', 'back 6000', 'bounced 6000']);
  expect((await buildEmail(paymentId, 'returnBounced'))?.text).toContain('J$6,000.00');

  const receipt = (await call<PaymentReceipt>('payments/receipt', { paymentId }, customer.cookie)).body;
  expect(JSON.stringify(receipt)).toContain('Returned to us');
  expect(await undoes(paymentId, returnedToday)).toBe('desk.not_approved');
  expect(await prepares(paymentId, null)).toBe('done');
  expect(await approves(paymentId)).toBe('done');
  expect(await records(paymentId, { reference: 'SENT 1' })).toBe('desk.reference_used');
  expect(await records(paymentId, { reference: 'SENT 2' })).toBe('done');
  expect(await stateOf(paymentId)).toMatchObject({ pay_in: 'returned', awaits_staff: false });
});

test('an approved refund that cannot be sent is undone by two people and can be approved again', async () => {
  const { paymentId } = await paidPlan();
  expect([await prepares(paymentId, null), await approves(paymentId)]).toEqual(['done', 'done']);
  expect((await loadStaffView(paymentId)).allowed).toEqual(['recordReturned', 'prepareUndo']);
  expect(await undoes(paymentId, { movedOn: today() })).toBe('desk.came_back_with');
  expect(await undoes(paymentId)).toBe('done');
  expect(await records(paymentId)).toBe('desk.undo_waits');
  expect((await loadStaffView(paymentId)).allowed).toEqual(['declineUndo']);
  expect(await rejectUndo(paymentId)).toBe('done');
  expect(await undoes(paymentId)).toBe('done');
  expect(await approve(paymentId)).toBe('done');
  expect(await records(paymentId)).toBe('desk.not_approved');
  expect(await loadStaffView(paymentId)).toMatchObject({ allowed: ['prepareReturn'], nextAction: 'return_money' });
  expect(await goesBack(paymentId, null)).toEqual(done);
});

test('an unsent or returned part is kept, and the plan continues', async () => {
  const { customer, paymentId } = await paidPlan();
  const running = { pay_in: 'received', ended: null, awaits_staff: false };
  expect([await prepares(paymentId, '2000'), await approves(paymentId)]).toEqual(['done', 'done']);
  expect([await undoes(paymentId), await approve(paymentId)]).toEqual(['done', 'done']);
  expect(await stateOf(paymentId)).toEqual(running);
  expect(await goesBack(paymentId, '2500')).toEqual(done);
  expect([await undoes(paymentId, returnedToday), await approve(paymentId)]).toEqual(['done', 'done']);
  expect(await stateOf(paymentId)).toEqual(running);
  expect((await buildEmail(paymentId, 'partBounced'))?.text).toContain('J$2,500.00');
  const own = await call<{ payment: object }>('payments/showOwn', { paymentId }, customer.cookie);
  expect(own.body.payment).toMatchObject({ wentBack: null, nextAction: null });
  expect(await goesBack(paymentId, '6000')).toEqual(done);
  expect(await backOf(paymentId)).toEqual(['2500', '6000']);
  expect(await loadLines(paymentId)).toEqual(['in 6000', 'back 2500', 'bounced 2500', 'back 6000']);
});

async function recordReturned(paymentId: string, index: number): Promise<unknown[]> {
  const returns = await rowsOf<{ id: string }>(
    `select id from proposals where subject = $1 and kind = 'return' order by proposed_at`,
    [paymentId],
  );
  const undo = {
    ...{ paymentId, proposalId: returns[index]?.id, reasonCode: 'returned_by_bank', note: '' },
    ...{ evidence: 'See line four of the statement of today', movedOn: jamaicaDay(new Date()) },
  };
  return [await act('paymentsDesk/prepareUndo', undo), await approve(paymentId)];
}

test('recording a returned part is allowed while another part waits to be sent', async () => {
  const { paymentId } = await paidPlan();
  expect(await goesBack(paymentId, '1000')).toEqual(done);
  expect([await prepares(paymentId, '2000'), await approves(paymentId)]).toEqual(['done', 'done']);
  expect(await recordReturned(paymentId, 0)).toEqual(['done', 'done']);
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'received', ended: null, awaits_staff: true });
  expect(await records(paymentId)).toBe('done');
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'received', ended: null, awaits_staff: false });
});

test('recording a returned part is refused until the approved rest is recorded', async () => {
  const { paymentId } = await paidPlan();
  expect(await goesBack(paymentId, '1000')).toEqual(done);
  expect([await prepares(paymentId, null), await approves(paymentId)]).toEqual(['done', 'done']);
  expect(await recordReturned(paymentId, 0)).toEqual(['payments.rest_leaves', 'approvals.not_found']);
  expect(await records(paymentId)).toBe('done');
  expect(await recordReturned(paymentId, 0)).toEqual(['done', 'done']);
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'received', ended: 'refunded', awaits_staff: true });
  expect(await goesBack(paymentId, null)).toEqual(done);
  expect(await backOf(paymentId)).toEqual(['1000', '5000', '1000']);
});

test('undoing an unsent rest allows recording a returned part', async () => {
  const { paymentId } = await paidPlan();
  expect(await goesBack(paymentId, '1000')).toEqual(done);
  expect([await prepares(paymentId, null), await approves(paymentId)]).toEqual(['done', 'done']);
  expect([await undoes(paymentId), await approve(paymentId)]).toEqual(['done', 'done']);
  expect(await recordReturned(paymentId, 0)).toEqual(['done', 'done']);
  expect(await goesBack(paymentId, null)).toEqual(done);
  expect(await backOf(paymentId)).toEqual(['1000', '6000']);
});
