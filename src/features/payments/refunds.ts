import { jsonEqual } from '../../kernel/canonical-json.ts';
import { jmd, type Money, parseMinorUnits, parseMoney } from '../../kernel/money.ts';
import { actorFrom } from '../../platform/actor.ts';
import {
  decideProposal,
  decisionRefusalCodes,
  findOpenProposal,
  propose,
  standingApprovals,
} from '../approvals/decide.ts';
import { standingOf } from '../freezes/frozen.ts';
import { getRemaining } from '../ledger/active-movements.ts';
import {
  type Amount,
  formatAmount,
  formatPlainAmount,
  getAsset,
  minorUnitsOf,
  parseStoredAmount,
} from '../ledger/amount.ts';
import { assertMatchesBankLine, assertNotDuplicateLine, findBankPayer } from '../ledger/bank-evidence-store.ts';
import { assertNotChargedBack } from '../ledger/chargeback-store.ts';
import { buildDeparture, isBefore, referenceRefusalCodes } from '../ledger/evidence.ts';
import type { Movement } from '../ledger/movement.ts';
import { insertMovement } from '../ledger/movement-store.ts';
import { type ApprovedProposal, type ProposalPayload, withOutgoingMovement } from '../ledger/reversals.ts';
import { assertSecondLook } from '../ledger/second-look.ts';
import { assertNotTakenBack } from '../ledger/taken-back-store.ts';
import { isReturnStopped } from '../ledger/unassigned-store.ts';
import { areNamesClear } from '../screening/compare-payer.ts';
import { findContradiction } from './match-incoming.ts';
import { refusalCodes, refuse } from './messages.ts';
import { type FulfilmentByProduct, lockPaymentFor, movePayment } from './move-payment.ts';
import { calculateShare, getWholeShare, getWorth, type Share } from './partial-refund.ts';
import { canMove } from './payment.ts';
import type { PaymentAct } from './permissions.ts';
import { AnswerReturn, PrepareReturn, RecordReturn } from './schema.ts';
import {
  assertNotStopped,
  isFromUnclearAddress,
  paymentStaffProcedure,
  recordEvent,
  requireReason,
  type StaffContext,
} from './staff-api.ts';
import type { Payment } from './store.ts';

const partialRefusals = ['payments.whole_only', 'payments.part_unreadable', 'payments.more_than_left'] as const;

export const refundProcedure = (
  payables: FulfilmentByProduct,
  act: Exclude<PaymentAct, 'claim' | 'callOff' | 'view' | 'queue'>,
) =>
  paymentStaffProcedure(payables, act)
    .errors(decisionRefusalCodes)
    .errors(
      refusalCodes(
        'approvals.already_open',
        'payments.nothing_here',
        'payments.not_approved',
        'payments.before_approval',
        'payments.payee_not_clear',
        'desk.undo_waits',
        ...partialRefusals,
        'desk.charged_back',
        'desk.line_differs',
        'desk.line_again',
        'desk.line_taken_back',
        'desk.line_corrected',
        'desk.line_returned',
        'desk.evidence_yours',
        'desk.look_missing',
      ),
    );

type HeldMovement = Movement & { readonly left: Amount };

/** Finds the payment to refund, with the payer from the bank line. Refunds go to that payer only. */
async function findMovementToRefund({ tx }: StaffContext, payment: Payment): Promise<HeldMovement> {
  const line = getHeldMovement(payment);
  return { ...line, party: await findBankPayer(tx, line.id, line.party) };
}

function getHeldMovement({ state, movements }: Payment): HeldMovement {
  const lines = movements.map((line) => ({ ...line, left: getRemaining(line, movements) }));
  const held = lines.find(({ direction, left }) => direction === 'in' && minorUnitsOf(left) > 0n);
  return (state.payIn === 'received' && held) || refuse('payments.nothing_here', {});
}

/** Returns the most J$ that a partial refund can have. Null if only a full refund is possible. */
export const getRefundableAmount = (payment: Payment): Money | null =>
  canMove(payment.state, 'agreePart') && !payment.held ? getWorth(payment, getHeldMovement(payment).left) : null;

/** `part` is an amount in J$, or null to refund everything that is left. */
type ReturnRequest = { readonly reasonCode: string; readonly part: Money | null };

function calculateRequestedShare(payment: Payment, { left }: HeldMovement, part: Money | null): Share {
  if (part === null) return getWholeShare(left);
  const refundable = getRefundableAmount(payment) ?? refuse('payments.whole_only', {});
  if (part.minor > refundable.minor) refuse('payments.more_than_left', { left: formatAmount(refundable) });
  return calculateShare(payment, left, part) ?? refuse('payments.part_unreadable', {});
}

function buildRefundPayload(
  payment: Payment,
  line: HeldMovement,
  { reasonCode, part }: ReturnRequest,
): ProposalPayload {
  const { amount, kept } = calculateRequestedShare(payment, line, part);
  return {
    paymentId: payment.id,
    movementId: line.id,
    amount: formatPlainAmount(amount),
    unit: getAsset(amount),
    rail: line.rail,
    reasonCode,
    ...line.party,
    ...(part && minorUnitsOf(kept) > 0n && { part: formatPlainAmount(part), kept: formatPlainAmount(kept) }),
  };
}

const parseRequest = ({ reasonCode, part }: ProposalPayload): ReturnRequest => ({
  reasonCode: reasonCode ?? '',
  part: part ? jmd(parseMinorUnits(part)) : null,
});
export const isPartialRefund = (approvedPayload: ProposalPayload): boolean =>
  parseRequest(approvedPayload).part !== null;

/** Removes the payer for the audit log, which is never erased. The proposal stores the payer. */
const redactParty = ({
  bank: _b,
  account: _a,
  holder: _h,
  address: _d,
  tag: _t,
  ...rest
}: ProposalPayload): ProposalPayload => rest;

async function assertMayRefund(staff: StaffContext, payment: Payment, line: Movement): Promise<void> {
  await assertNotStopped(staff, payment);
  const isStopped = await isReturnStopped(staff.tx, { lineId: line.id, to: line.party });
  if (isStopped && !(await standingOf(staff.tx, payment)).returnDecided) refuse('payments.stopped', {});
  await assertMatchesBankLine(staff.tx, [line.id]);
  await assertNotDuplicateLine(staff.tx, [line.id]);
  // Sanctions lists may have changed since the payment arrived.
  if (await isFromUnclearAddress(staff, line)) refuse('payments.payee_not_clear', {});
  const isClear = await areNamesClear(staff.tx, payment.id);
  if (!isClear && !(await standingOf(staff.tx, payment)).returnDecided) refuse('payments.payee_not_clear', {});
}

export const findWaitingProposal = ({ tx }: Pick<StaffContext, 'tx'>, paymentId: string) =>
  findOpenProposal(tx, ['return', 'undo'], paymentId);

/** Finds approved refunds that were not undone, newest first. `left` is the sent transfer, or null. */
export const findApprovedRefunds = async (
  { tx }: Pick<StaffContext, 'tx'>,
  payment: Payment,
): Promise<ApprovedProposal[]> =>
  withOutgoingMovement(await standingApprovals(tx, ['return'], payment.id), payment.movements);

const findUnsentRefund = async (staff: Pick<StaffContext, 'tx'>, payment: Payment): Promise<ApprovedProposal | null> =>
  (await findApprovedRefunds(staff, payment)).find(({ left }) => left === null) ?? null;

type RefundInput = { readonly reasonCode: string; readonly note: string; readonly part?: Money | null };

export async function proposeRefund(staff: StaffContext, payment: Payment, back: RefundInput): Promise<void> {
  const { reasonCode, note, part = null } = back;
  const { tx, person } = staff;
  const line = await findMovementToRefund(staff, payment);
  const reason = requireReason('return', reasonCode);
  if ((await findWaitingProposal(staff, payment.id)) || (await findUnsentRefund(staff, payment)))
    refuse('approvals.already_open', {});
  await assertNotChargedBack(tx, { lineId: line.id, reasonCode: reason });
  await assertMayRefund(staff, payment, line);
  await assertNotTakenBack(tx, [line.id]);
  const payload = buildRefundPayload(payment, line, { reasonCode: reason, part });
  await propose(tx, { kind: 'return', subject: payment.id, payload, by: person.id, customer: payment.userId });
  await recordEvent(staff, payment, { action: 'prepareReturn', after: { ...redactParty(payload), note } });
}

/** Proposes a full or partial refund, which a second person approves (decision D2). */
const prepareReturn = (payables: FulfilmentByProduct) =>
  refundProcedure(payables, 'prepareReturn')
    .input(PrepareReturn)
    .handler(async ({ context: staff, input }) => {
      const { tx, person } = staff;
      const payment = await lockPaymentFor(tx, input.paymentId, { actor: person, act: 'prepareReturn' });
      const { reasonCode, note, amount } = input;
      const part = amount === null ? null : (parseMoney(amount, 'JMD') ?? refuse('payments.part_unreadable', {}));
      await proposeRefund(staff, payment, { reasonCode, note, part });
      return { paymentId: payment.id };
    });

export async function lockPaymentToApprove(
  staff: StaffContext,
  id: string,
  act: 'approveReturn' | 'approveUndo',
): Promise<Payment> {
  const open = (await findWaitingProposal(staff, id)) ?? refuse('approvals.not_found', {});
  return lockPaymentFor(staff.tx, id, { actor: staff.person, act, preparedBy: open.proposedBy });
}

const approveReturn = (payables: FulfilmentByProduct) =>
  refundProcedure(payables, 'approveReturn')
    .input(AnswerReturn)
    .handler(async ({ context: staff, input }) => {
      const { tx, person } = staff;
      const payment = await lockPaymentToApprove(staff, input.paymentId, 'approveReturn');
      const line = await findMovementToRefund(staff, payment);
      const unchanged = ({ payload }: { payload: unknown }) =>
        jsonEqual(payload, buildRefundPayload(payment, line, parseRequest(payload as ProposalPayload)));
      const criteria = { id: input.proposalId, kind: 'return', subject: payment.id } as const;
      const { payload } = await decideProposal(tx, criteria, { by: person.id, decision: 'approve', unchanged });
      await assertMayRefund(staff, payment, line);
      await assertNotTakenBack(tx, [line.id]);
      const contradiction = await findContradiction(tx, payment, getHeldMovement(payment).party);
      await assertSecondLook(staff, { lineId: line.id, contradiction, note: input.note });
      const approvedPayload = payload as ProposalPayload;
      await assertNotChargedBack(tx, { lineId: line.id, reasonCode: approvedPayload['reasonCode'] ?? null });
      const record = redactParty(approvedPayload);
      const facts = { reasonCode: approvedPayload['reasonCode'] ?? null };
      const step = { actor: actorFrom('staff', staff), note: input.note, record };
      if (isPartialRefund(approvedPayload)) await movePayment(staff, payment, { ...step, command: 'agreePart' });
      else if (payment.state.ended === null) await movePayment(staff, payment, { ...step, command: 'refund', facts });
      else await recordEvent(staff, payment, { action: 'approveReturn', after: { ...record, note: input.note } });
      return { paymentId: payment.id };
    });

/** Withdraws the caller's own proposal, or rejects a colleague's. */
export const rejectProposal = (payables: FulfilmentByProduct, act: 'declineReturn' | 'declineUndo') =>
  refundProcedure(payables, act)
    .input(AnswerReturn)
    .handler(async ({ context: staff, input }) => {
      const { tx, person } = staff;
      const payment = await lockPaymentFor(tx, input.paymentId, { actor: person, act });
      const open = (await findWaitingProposal(staff, payment.id)) ?? refuse('approvals.not_found', {});
      const decision = open.proposedBy === person.id ? 'withdraw' : 'reject';
      const kind = act === 'declineReturn' ? 'return' : 'undo';
      const criteria = { id: input.proposalId, kind, subject: payment.id } as const;
      await decideProposal(tx, criteria, { by: person.id, decision, reason: input.note });
      await recordEvent(staff, payment, { action: act, after: { decision, note: input.note } });
      return { paymentId: payment.id };
    });

/** Records the bank reference or hash of an approved refund after staff sent it (decision E4). */
const recordReturned = (payables: FulfilmentByProduct) =>
  refundProcedure(payables, 'recordReturned')
    .errors(referenceRefusalCodes)
    .input(RecordReturn)
    .handler(async ({ context: staff, input }) => {
      const { tx, person, services } = staff;
      const payment = await lockPaymentFor(tx, input.paymentId, { actor: person, act: 'recordReturned' });
      if ((await findWaitingProposal(staff, payment.id))?.kind === 'undo') refuse('desk.undo_waits', {});
      const approved = (await findUnsentRefund(staff, payment)) ?? refuse('payments.not_approved', {});
      const line = await findMovementToRefund(staff, payment);
      const approvedPayload = approved.payload as ProposalPayload;
      const reasonCode = approvedPayload['reasonCode'] ?? null;
      await assertNotChargedBack(tx, { lineId: line.id, reasonCode, note: input.note });
      await assertMayRefund(staff, payment, line);
      const amount = parseStoredAmount(getAsset(line.amount), approvedPayload['amount'] ?? '');
      const evidence = await buildDeparture(staff, { rail: line.rail, amount }, input);
      if (isBefore(evidence, approved.decidedAt)) refuse('payments.before_approval', {});
      const movementId = await insertMovement(
        tx,
        { paymentId: payment.id, userId: payment.userId },
        {
          direction: 'back',
          ofId: line.id,
          amount,
          ...evidence,
          party: line.party,
          recordedAt: services.clock(),
          recordedBy: person.id,
          proposalId: approved.id,
        },
      );
      await movePayment(staff, payment, {
        command: isPartialRefund(approvedPayload) ? 'returnPart' : 'returnMoney',
        actor: actorFrom('staff', staff),
        facts: { reasonCode },
        note: input.note,
        record: { movementId, reference: evidence.reference.key, amount: approvedPayload['amount'] ?? null },
      });
      return { paymentId: payment.id };
    });

export const refundApi = (payables: FulfilmentByProduct) => ({
  prepareReturn: prepareReturn(payables),
  approveReturn: approveReturn(payables),
  declineReturn: rejectProposal(payables, 'declineReturn'),
  recordReturned: recordReturned(payables),
});
