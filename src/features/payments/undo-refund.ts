import { jsonEqual } from '../../kernel/canonical-json.ts';
import { actorFrom } from '../../platform/actor.ts';
import { decideProposal, propose } from '../approvals/decide.ts';
import type { Proposal } from '../approvals/proposal.ts';
import { referenceRefusalCodes } from '../ledger/evidence.ts';
import {
  type ApprovedProposal,
  assertUndoValid,
  type ProposalPayload,
  parseUndoInput,
  recordReturnedTransfer,
  reversalPayload,
  type UndoInput,
} from '../ledger/reversals.ts';
import { refusalCodes, refuse } from './messages.ts';
import { type FulfilmentByProduct, lockPaymentFor, movePayment } from './move-payment.ts';
import { isPartialRefund } from './partial-refund.ts';
import type { PaymentCommand } from './payment.ts';
import {
  approvalProcedure,
  findApprovedRefunds,
  findWaitingProposal,
  lockPaymentToApprove,
  refundProcedure,
  rejectProposal,
} from './refunds.ts';
import { AnswerReturn, PrepareUndo } from './schema.ts';
import { recordEvent, requireReason } from './staff-api.ts';
import type { Payment } from './store.ts';

const undoRefusalCodes = {
  ...referenceRefusalCodes,
  ...refusalCodes('desk.came_back_with', 'desk.came_back_before', 'payments.rest_leaves'),
};

/** Finds the refund to undo. Refuses a sent partial refund while a full refund is approved but unsent. */
function requireUndoable(
  approvedRefunds: readonly ApprovedProposal[],
  id: string | null | undefined,
): ApprovedProposal {
  const found = approvedRefunds.find((one) => one.id === id) ?? refuse('payments.not_approved', {});
  const rest = approvedRefunds.find(
    ({ left, payload }) => left === null && !isPartialRefund(payload as ProposalPayload),
  );
  if (found.left && rest) refuse('payments.rest_leaves', {});
  return found;
}

/** Proposes to undo an approved refund that was never sent or that came back (decision E4). */
const prepareUndo = (payables: FulfilmentByProduct) =>
  refundProcedure(payables, 'prepareUndo')
    .errors(undoRefusalCodes)
    .input(PrepareUndo)
    .handler(async ({ context: staff, input }) => {
      const { tx, person } = staff;
      const { paymentId, proposalId, note, reasonCode: code, ...why } = input;
      const payment = await lockPaymentFor(tx, paymentId, { actor: person, act: 'prepareUndo' });
      if (await findWaitingProposal(staff, payment.id)) refuse('approvals.already_open', {});
      const approved = requireUndoable(await findApprovedRefunds(staff, payment), proposalId);
      const undo: UndoInput = { ...why, reasonCode: requireReason(approved.left ? 'bounce' : 'undo', code) };
      await assertUndoValid(staff, approved, undo);
      const payload = { ...reversalPayload(null, approved, undo), paymentId: payment.id };
      await propose(tx, { kind: 'undo', subject: payment.id, payload, by: person.id, customer: payment.userId });
      await recordEvent(staff, payment, { action: 'prepareUndo', after: { ...payload, note } });
      return { paymentId: payment.id };
    });

/** Returns null if the state stays: an ended payment still waits for its refund. */
function getCommand({ state }: Payment, { left, payload }: ApprovedProposal): PaymentCommand | null {
  if (left) return state.ended === null ? 'partBounced' : 'returnBounced';
  return isPartialRefund(payload as ProposalPayload) && state.ended === null ? 'undoPart' : null;
}

const approveUndo = (payables: FulfilmentByProduct) =>
  approvalProcedure(payables, 'approveUndo')
    .errors(undoRefusalCodes)
    .input(AnswerReturn)
    .handler(async ({ context, input }) => {
      const approval = { kind: 'undo', act: 'approveUndo' } as const;
      const { staff, payment, locked } = await lockPaymentToApprove(context, input, approval);
      const { tx, person } = staff;
      const approvedRefunds = await findApprovedRefunds(staff, payment);
      const findNamed = ({ of }: ProposalPayload) => requireUndoable(approvedRefunds, of);
      const unchanged = ({ payload }: Proposal) => {
        const proposed = payload as ProposalPayload;
        const expected = reversalPayload(null, findNamed(proposed), parseUndoInput(proposed));
        return jsonEqual(proposed, { ...expected, paymentId: payment.id });
      };
      const criteria = { id: input.proposalId, kind: 'undo', locked } as const;
      const undo = await decideProposal(tx, criteria, { by: person.id, decision: 'approve', unchanged });
      const payload = undo.payload as ProposalPayload;
      const approved = findNamed(payload);
      const due = { paymentId: payment.id, userId: payment.userId };
      const line = await recordReturnedTransfer(staff, due, { approved, undo });
      const record = { ...payload, ...line };
      const command = getCommand(payment, approved);
      if (command === null) {
        await recordEvent(staff, payment, { action: 'undoReturn', after: { ...record, note: input.note } });
        return { paymentId: payment.id };
      }
      const facts = { reasonCode: parseUndoInput(payload).reasonCode };
      await movePayment(staff, payment, { command, actor: actorFrom('staff', staff), facts, note: input.note, record });
      return { paymentId: payment.id };
    });

export const undoRefundApi = (payables: FulfilmentByProduct) => ({
  prepareUndo: prepareUndo(payables),
  approveUndo: approveUndo(payables),
  declineUndo: rejectProposal(payables, 'declineUndo'),
});
