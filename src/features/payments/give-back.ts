import { sameJson } from '../../kernel/same-json.ts';
import { decideProposal, decisionMayRefuse, openProposal, propose, standingApprovals } from '../approvals/decide.ts';
import { standingOf } from '../freezes/frozen.ts';
import { amountPlain, assetOf } from '../movements/amount.ts';
import { evidenceOf, isBeforeDay } from '../movements/evidence.ts';
import type { Movement } from '../movements/movement.ts';
import { addMovement } from '../movements/movement-store.ts';
import { refuseTakenBack } from '../movements/taken-back-store.ts';
import { isReturnStopped } from '../movements/unassigned-store.ts';
import { asStaff, atDesk, type Desk, isUnclear, reasonOf, refuseStopped, remember } from './desk.ts';
import { mayRefuse, refuse } from './messages.ts';
import { movePayment, type Payables, paymentFor } from './move-payment.ts';
import { AnswerReturn, ReasonedStep, RecordReturn } from './schema.ts';
import type { Payment } from './store.ts';

/** What is frozen for the second person: texts and nulls alone. */
export type Frozen = Readonly<Record<string, string | null>>;

const outward = (act: 'prepareReturn' | 'approveReturn' | 'declineReturn' | 'recordReturned') =>
  atDesk(act)
    .errors(decisionMayRefuse)
    .errors(
      mayRefuse(
        'approvals.already_open',
        'payments.nothing_here',
        'payments.not_approved',
        'payments.before_approval',
        'payments.payee_not_clear',
        'desk.charged_back',
      ),
    );

/** The line that is here: it came in, and did not go back. */
function lineHere({ state, movements }: Payment): Movement {
  if (state.payIn !== 'received') return refuse('payments.nothing_here', {});
  const gone = new Set(movements.filter(({ direction }) => direction !== 'in').map(({ ofId }) => ofId));
  const back = movements.filter(({ direction }) => direction === 'back');
  const bounced = new Set(movements.filter(({ direction }) => direction === 'bounced').map(({ ofId }) => ofId));
  const isHere = ({ id, direction }: Movement) =>
    direction === 'in' && (!gone.has(id) || back.every((one) => one.ofId !== id || bounced.has(one.id)));
  return movements.find(isHere) ?? refuse('payments.nothing_here', {});
}

/** All of a line, to where it came from and nowhere else. */
const returnOf = (payment: Payment, line: Movement, reasonCode: string): Frozen => ({
  paymentId: payment.id,
  movementId: line.id,
  amount: amountPlain(line.amount),
  unit: assetOf(line.amount),
  rail: line.rail,
  reasonCode,
  ...line.party,
});

/** What the audit log keeps of it: people's accounts stand in the proposal, which is erased one day. */
const withoutPeople = ({ bank: _b, account: _a, holder: _h, address: _d, tag: _t, ...rest }: Frozen): Frozen => rest;

async function refuseToGoBack(desk: Desk, payment: Payment, line: Movement): Promise<void> {
  await refuseStopped(desk, payment);
  const isStopped = await isReturnStopped(desk.tx, { lineId: line.id, to: line.party });
  if (isStopped && !(await standingOf(desk.tx, payment)).returnDecided) refuse('payments.stopped', {});
  // It was clear when it came, or nobody asked: what is on a list by now is sent nothing.
  if (await isUnclear(desk, line)) refuse('payments.payee_not_clear', {});
}

/** What waits for a second person. */
export const waiting = ({ tx }: Pick<Desk, 'tx'>, paymentId: string) => openProposal(tx, 'return', paymentId);

/** What two people agreed on and nobody sent yet. */
export async function agreedReturn({ tx }: Pick<Desk, 'tx'>, payment: Payment) {
  const agreed = await standingApprovals(tx, ['return'], payment.id);
  return agreed.find(({ id }) => !payment.movements.some(({ proposalId }) => proposalId === id)) ?? null;
}

type Back = { readonly reasonCode: string; readonly note: string };

/** What was paid, and is here, waits for a second person to let it go back. */
export async function prepareBack(desk: Desk, payment: Payment, { reasonCode, note }: Back): Promise<void> {
  const { tx, person } = desk;
  const line = lineHere(payment);
  const reason = reasonOf('return', reasonCode);
  if (await agreedReturn(desk, payment)) refuse('approvals.already_open', {});
  await refuseTakenBack(tx, { lineId: line.id, reasonCode: reason });
  await refuseToGoBack(desk, payment, line);
  const payload = returnOf(payment, line, reason);
  await propose(tx, { kind: 'return', subject: payment.id, payload, by: person.id, customer: payment.userId });
  await remember(desk, payment, { action: 'prepareReturn', after: { ...withoutPeople(payload), note } });
}

/** Lays the return of a payment's money before a second person (decision D2). */
const prepareReturn = (payables: Payables) =>
  outward('prepareReturn')
    .input(ReasonedStep)
    .handler(async ({ context, input }) => {
      const desk = { ...context, payables };
      const { tx, person } = desk;
      const payment = await paymentFor(tx, input.paymentId, { actor: person, act: 'prepareReturn' });
      await prepareBack(desk, payment, input);
      return { paymentId: payment.id };
    });

/** The second pair of eyes: what was paid for ends, and its money may be sent back. */
const approveReturn = (payables: Payables) =>
  outward('approveReturn')
    .input(AnswerReturn)
    .handler(async ({ context, input }) => {
      const desk = { ...context, payables };
      const { tx, person } = desk;
      const open = (await waiting(desk, input.paymentId)) ?? refuse('approvals.not_found', {});
      const attempt = { actor: person, act: 'approveReturn', preparedBy: open.proposedBy } as const;
      if (open.proposedBy === person.id) refuse('approvals.second_person_needed', {});
      const payment = await paymentFor(tx, input.paymentId, attempt);
      const line = lineHere(payment);
      const unchanged = ({ payload }: { payload: unknown }) =>
        sameJson(payload, returnOf(payment, line, (payload as Frozen)['reasonCode'] ?? ''));
      const which = { id: input.proposalId, kind: 'return', subject: payment.id } as const;
      const { payload } = await decideProposal(tx, which, { by: person.id, decision: 'approve', unchanged });
      await refuseToGoBack(desk, payment, line);
      const frozen = payload as Frozen;
      await refuseTakenBack(tx, { lineId: line.id, reasonCode: frozen['reasonCode'] ?? null });
      const record = withoutPeople(frozen);
      const facts = { reasonCode: frozen['reasonCode'] ?? null };
      if (payment.state.ended === null)
        await movePayment(desk, payment, { command: 'refund', mover: asStaff(desk), facts, note: input.note, record });
      else await remember(desk, payment, { action: 'approveReturn', after: { ...record, note: input.note } });
      return { paymentId: payment.id };
    });

/** Takes a prepared return off the table: by its proposer, or by a second person who does not agree. */
const declineReturn = (payables: Payables) =>
  outward('declineReturn')
    .input(AnswerReturn)
    .handler(async ({ context, input }) => {
      const desk = { ...context, payables };
      const { tx, person } = desk;
      const payment = await paymentFor(tx, input.paymentId, { actor: person, act: 'declineReturn' });
      const open = (await waiting(desk, payment.id)) ?? refuse('approvals.not_found', {});
      const decision = open.proposedBy === person.id ? 'withdraw' : 'reject';
      const which = { id: input.proposalId, kind: 'return', subject: payment.id } as const;
      await decideProposal(tx, which, { by: person.id, decision });
      await remember(desk, payment, { action: 'declineReturn', after: { decision, note: input.note } });
      return { paymentId: payment.id };
    });

/** What was approved went back, and its reference is recorded (decision E4). */
const recordReturned = (payables: Payables) =>
  outward('recordReturned')
    .errors(
      mayRefuse('desk.reference_used', 'desk.reference_short', 'desk.reference_no_hash', 'desk.reference_two_hashes'),
    )
    .errors(mayRefuse('desk.moment_unreadable', 'desk.moment_ahead'))
    .input(RecordReturn)
    .handler(async ({ context, input }) => {
      const desk = { ...context, payables };
      const { tx, person, services } = desk;
      const payment = await paymentFor(tx, input.paymentId, { actor: person, act: 'recordReturned' });
      const agreed = (await agreedReturn(desk, payment)) ?? refuse('payments.not_approved', {});
      const line = lineHere(payment);
      const reasonCode = (agreed.payload as Frozen)['reasonCode'] ?? null;
      await refuseTakenBack(tx, { lineId: line.id, reasonCode, note: input.note });
      await refuseToGoBack(desk, payment, line);
      const evidence = await evidenceOf(desk, line.rail, input);
      if (isBeforeDay(evidence.movedAt, agreed.decidedAt)) refuse('payments.before_approval', {});
      const due = { paymentId: payment.id, userId: payment.userId };
      const by = { recordedAt: services.clock(), recordedBy: person.id, proposalId: agreed.id };
      const { amount, party } = line;
      const movementId = await addMovement(tx, due, {
        direction: 'back',
        ofId: line.id,
        amount,
        ...evidence,
        party,
        ...by,
      });
      const record = { movementId, reference: evidence.reference.key };
      const facts = { reasonCode };
      await movePayment(desk, payment, {
        command: 'returnMoney',
        mover: asStaff(desk),
        facts,
        note: input.note,
        record,
      });
      return { paymentId: payment.id };
    });

/** How money of a payment goes back: prepared by one, approved by another, recorded once it was sent. */
export const giveBackApi = (payables: Payables) => ({
  prepareReturn: prepareReturn(payables),
  approveReturn: approveReturn(payables),
  declineReturn: declineReturn(payables),
  recordReturned: recordReturned(payables),
});
