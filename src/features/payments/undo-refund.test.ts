import { expect, test } from 'vitest';
import { buildBankReceipt, claimPlan } from '../../../test/payments.ts';
import { createRefundTools } from '../../../test/refunds.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { withSystem } from '../../platform/database/database.ts';
import type { PaymentReceipt } from './build-receipt.ts';
import { buildPaymentEmail } from './emails.ts';
import { findPayment } from './store.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;
const { act, answers, approves, backOf, finance, goesBack, prepares, records, stateOf, undoes } =
  await createRefundTools(server);
const [approveUndo, rejectUndo] = [answers('approveUndo'), answers('declineUndo')];

/** Computed on each call, because midnight may pass during the test. */
const today = () => jamaicaDay(new Date());
const returnedToday = {
  reasonCode: 'returned_by_bank',
  get movedOn() {
    return today();
  },
};
const done = ['done', 'done', 'done'];

async function paidPlan() {
  const customer = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimPlan(server, customer.cookie);
  expect(await act('paymentsDesk/receive', buildBankReceipt(paymentId))).toBe('done');
  return { who: customer, paymentId };
}
const loadStaffView = async (paymentId: string, cookie = finance) =>
  (await call<{ mine: string[]; nextAction: string | null }>('paymentsDesk/show', { paymentId }, cookie)).body;
const linesOf = async (paymentId: string) =>
  (
    await owner.query<{ line: string }>(
      `select direction || ' ' || trim_scale(amount) line from movements where payment_id = $1 order by id`,
      [paymentId],
    )
  ).rows.map(({ line }) => line);
const buildEmail = async (paymentId: string, command: 'partBounced' | 'returnBounced') => {
  const payment = await withSystem(server.services.pool, (tx) => findPayment(tx, paymentId));
  const to = { name: 'Ina', email: 'ina@example.com' } as never;
  return payment && buildPaymentEmail(payment, { command, last: false }, { to, origin: 'https://x.example' });
};

test('a returned refund can be sent again under another reference', async () => {
  const { who: customer, paymentId } = await paidPlan();
  expect(await goesBack(paymentId, null, { reference: 'SENT 1' })).toEqual(done);
  expect(await stateOf(paymentId)).toMatchObject({ pay_in: 'returned', ended: 'refunded' });
  expect(await undoes(paymentId, { ...returnedToday, reasonCode: 'never_sent' })).toBe('payments.reason_unknown');
  expect(await undoes(paymentId, { reasonCode: 'returned_by_bank' })).toBe('desk.came_back_with');
  expect(await undoes(paymentId, { ...returnedToday, reference: 'sent-1' })).toBe('desk.reference_used');
  expect(await undoes(paymentId, { ...returnedToday, movedOn: '2999-01-01' })).toBe('desk.moment_ahead');
  expect(await undoes(paymentId, { ...returnedToday, reference: 'CAME BACK 1' })).toBe('done');
  expect(await undoes(paymentId, returnedToday)).toBe('approvals.already_open');
  expect(await approveUndo(paymentId, finance)).toBe('approvals.second_person_needed');
  expect(await approveUndo(paymentId)).toBe('done');
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'received', ended: 'refunded', awaits_staff: true });
  expect(await linesOf(paymentId)).toEqual(['in 6000', 'back 6000', 'bounced 6000']);
  expect((await buildEmail(paymentId, 'returnBounced'))?.text).toContain('J$6,000.00');

  const receipt = (await call<PaymentReceipt>('payments/receipt', { paymentId }, customer.cookie)).body;
  expect(JSON.stringify(receipt)).toContain('Returned to us');
  expect(await undoes(paymentId, returnedToday)).toBe('payments.not_approved');
  expect(await prepares(paymentId, null)).toBe('done');
  expect(await approves(paymentId)).toBe('done');
  expect(await records(paymentId, { reference: 'SENT 1' })).toBe('desk.reference_used');
  expect(await records(paymentId, { reference: 'SENT 2' })).toBe('done');
  expect(await stateOf(paymentId)).toMatchObject({ pay_in: 'returned', awaits_staff: false });
});

test('an approved refund that cannot be sent is undone by two people and can be approved again', async () => {
  const { paymentId } = await paidPlan();
  expect([await prepares(paymentId, null), await approves(paymentId)]).toEqual(['done', 'done']);
  expect((await loadStaffView(paymentId)).mine).toEqual(['recordReturned', 'prepareUndo']);
  expect(await undoes(paymentId, { movedOn: today() })).toBe('desk.came_back_with');
  expect(await undoes(paymentId)).toBe('done');
  expect(await records(paymentId)).toBe('desk.undo_waits');
  expect((await loadStaffView(paymentId)).mine).toEqual(['declineUndo']);
  expect(await rejectUndo(paymentId)).toBe('done');
  expect(await undoes(paymentId)).toBe('done');
  expect(await approveUndo(paymentId)).toBe('done');
  expect(await records(paymentId)).toBe('payments.not_approved');
  expect(await loadStaffView(paymentId)).toMatchObject({ mine: ['prepareReturn'], nextAction: 'return_money' });
  expect(await goesBack(paymentId, null)).toEqual(done);
});

test('an unsent or returned part is kept, and the plan continues', async () => {
  const { who: customer, paymentId } = await paidPlan();
  const running = { pay_in: 'received', ended: null, awaits_staff: false };
  expect([await prepares(paymentId, '2000'), await approves(paymentId)]).toEqual(['done', 'done']);
  expect([await undoes(paymentId), await approveUndo(paymentId)]).toEqual(['done', 'done']);
  expect(await stateOf(paymentId)).toEqual(running);
  expect(await goesBack(paymentId, '2500')).toEqual(done);
  expect([await undoes(paymentId, returnedToday), await approveUndo(paymentId)]).toEqual(['done', 'done']);
  expect(await stateOf(paymentId)).toEqual(running);
  expect((await buildEmail(paymentId, 'partBounced'))?.text).toContain('J$2,500.00');
  const own = await call<{ payment: object }>('payments/showOwn', { paymentId }, customer.cookie);
  expect(own.body.payment).toMatchObject({ wentBack: null, nextAction: null });
  expect(await goesBack(paymentId, '6000')).toEqual(done);
  expect(await backOf(paymentId)).toEqual(['2500', '6000']);
  expect(await linesOf(paymentId)).toEqual(['in 6000', 'back 2500', 'bounced 2500', 'back 6000']);
});
