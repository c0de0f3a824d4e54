import { expect, test } from 'vitest';
import { givingBack } from '../../../test/giving-back.ts';
import { bankLine, claimedPlan } from '../../../test/payments.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { asSystem } from '../../platform/database.ts';
import { paymentLetter } from './letters.ts';
import type { PaymentReceipt } from './receipt-lines.ts';
import { paymentById } from './store.ts';

/** What two agreed to give back and nobody can send, or what came back to us, goes on as if it had not been agreed. */
const server = await serverWithoutFaults();
const { call, owner } = server;
const { act, answers, approves, backOf, finance, goesBack, prepares, records, stateOf, undoes } =
  await givingBack(server);
const [approvesUndo, declinesUndo] = [answers('approveUndo'), answers('declineUndo')];

/** Asked for each time: the day may end while these tests run. */
const today = () => jamaicaDay(new Date());
const cameBack = {
  reasonCode: 'returned_by_bank',
  get movedOn() {
    return today();
  },
};
const done = ['done', 'done', 'done'];

async function paidPlan() {
  const who = await newCustomer(server, 'Ina Brown');
  const paymentId = await claimedPlan(server, who.cookie);
  expect(await act('paymentsDesk/receive', bankLine(paymentId))).toBe('done');
  return { who, paymentId };
}
const desk = async (paymentId: string, cookie = finance) =>
  (await call<{ mine: string[]; nextAction: string | null }>('paymentsDesk/show', { paymentId }, cookie)).body;
const linesOf = async (paymentId: string) =>
  (
    await owner.query<{ line: string }>(
      `select direction || ' ' || trim_scale(amount) line from movements where payment_id = $1 order by id`,
      [paymentId],
    )
  ).rows.map(({ line }) => line);
const letterOf = async (paymentId: string, command: 'partBounced' | 'returnBounced') => {
  const payment = await asSystem(server.services.pool, (tx) => paymentById(tx, paymentId));
  const to = { name: 'Ina', email: 'ina@example.com' } as never;
  return payment && paymentLetter(payment, { command, last: false }, { to, origin: 'https://x.example' });
};

test('what was given back and came back to us waits to go again, under another reference', async () => {
  const { who, paymentId } = await paidPlan();
  expect(await goesBack(paymentId, null, { reference: 'SENT 1' })).toEqual(done);
  expect(await stateOf(paymentId)).toMatchObject({ pay_in: 'returned', ended: 'refunded' });
  expect(await undoes(paymentId, { ...cameBack, reasonCode: 'never_sent' })).toBe('payments.reason_unknown');
  expect(await undoes(paymentId, { reasonCode: 'returned_by_bank' })).toBe('desk.came_back_with');
  expect(await undoes(paymentId, { ...cameBack, reference: 'sent-1' })).toBe('desk.reference_used');
  expect(await undoes(paymentId, { ...cameBack, movedOn: '2999-01-01' })).toBe('desk.moment_ahead');
  expect(await undoes(paymentId, { ...cameBack, reference: 'CAME BACK 1' })).toBe('done');
  expect(await undoes(paymentId, cameBack)).toBe('approvals.already_open');
  expect(await approvesUndo(paymentId, finance)).toBe('approvals.second_person_needed');
  expect(await approvesUndo(paymentId)).toBe('done');
  expect(await stateOf(paymentId)).toEqual({ pay_in: 'received', ended: 'refunded', awaits_staff: true });
  expect(await linesOf(paymentId)).toEqual(['in 6000', 'back 6000', 'bounced 6000']);
  expect((await letterOf(paymentId, 'returnBounced'))?.text).toContain('J$6,000.00');

  const receipt = (await call<PaymentReceipt>('payments/receipt', { paymentId }, who.cookie)).body;
  expect(JSON.stringify(receipt)).toContain('Came back to us');
  expect(await undoes(paymentId, cameBack)).toBe('payments.not_approved');
  expect(await prepares(paymentId, null)).toBe('done');
  expect(await approves(paymentId)).toBe('done');
  expect(await records(paymentId, { reference: 'SENT 1' })).toBe('desk.reference_used');
  expect(await records(paymentId, { reference: 'SENT 2' })).toBe('done');
  expect(await stateOf(paymentId)).toMatchObject({ pay_in: 'returned', awaits_staff: false });
});

test('what was agreed on and cannot be sent is undone by two people, and may be agreed on anew', async () => {
  const { paymentId } = await paidPlan();
  expect([await prepares(paymentId, null), await approves(paymentId)]).toEqual(['done', 'done']);
  expect((await desk(paymentId)).mine).toEqual(['recordReturned', 'prepareUndo']);
  expect(await undoes(paymentId, { movedOn: today() })).toBe('desk.came_back_with');
  expect(await undoes(paymentId)).toBe('done');
  // Nothing is sent while somebody asks to undo it.
  expect(await records(paymentId)).toBe('desk.undo_waits');
  expect((await desk(paymentId)).mine).toEqual(['declineUndo']);
  expect(await declinesUndo(paymentId)).toBe('done');
  expect(await undoes(paymentId)).toBe('done');
  expect(await approvesUndo(paymentId)).toBe('done');
  expect(await records(paymentId)).toBe('payments.not_approved');
  expect(await desk(paymentId)).toMatchObject({ mine: ['prepareReturn'], nextAction: 'return_money' });
  expect(await goesBack(paymentId, null)).toEqual(done);
});

test('a part that was not sent, or came back, is kept, and the plan goes on', async () => {
  const { who, paymentId } = await paidPlan();
  const runs = { pay_in: 'received', ended: null, awaits_staff: false };
  expect([await prepares(paymentId, '2000'), await approves(paymentId)]).toEqual(['done', 'done']);
  expect([await undoes(paymentId), await approvesUndo(paymentId)]).toEqual(['done', 'done']);
  expect(await stateOf(paymentId)).toEqual(runs);
  expect(await goesBack(paymentId, '2500')).toEqual(done);
  expect([await undoes(paymentId, cameBack), await approvesUndo(paymentId)]).toEqual(['done', 'done']);
  expect(await stateOf(paymentId)).toEqual(runs);
  expect((await letterOf(paymentId, 'partBounced'))?.text).toContain('J$2,500.00');
  const own = await call<{ payment: object }>('payments/showOwn', { paymentId }, who.cookie);
  expect(own.body.payment).toMatchObject({ wentBack: null, nextAction: null });
  expect(await goesBack(paymentId, '6000')).toEqual(done);
  expect(await backOf(paymentId)).toEqual(['2500', '6000']);
  expect(await linesOf(paymentId)).toEqual(['in 6000', 'back 2500', 'bounced 2500', 'back 6000']);
});
