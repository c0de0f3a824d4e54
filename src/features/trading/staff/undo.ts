import { jsonEqual } from '../../../kernel/canonical-json.ts';
import { decideProposal, propose } from '../../approvals/decide.ts';
import type { Proposal } from '../../approvals/proposal.ts';
import {
  assertUndoValid,
  type ProposalPayload,
  parseUndoInput,
  recordReturnedTransfer,
  reversalPayload,
} from '../../ledger/reversals.ts';
import { surplusPayments } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';
import { orderPermissions } from '../permissions.ts';
import { refuse } from '../staff-messages.ts';
import {
  applyTransition,
  assertNoOpenProposal,
  lockOrderForApproval,
  lockOrderForStaff,
  parseReason,
  recordEvent,
  type StaffContext,
} from './order-commands.ts';
import { type ApprovedTransfer, approvalProcedure, approvedTransfers, outgoingProcedure } from './outgoing-guards.ts';
import { updateSurplusCount } from './pay-in.ts';
import { rejectProposal } from './refunds.ts';
import { AnswerStep, PrepareUndo } from './schema.ts';
import { approveUnlink, isUnlink } from './unlink-payment.ts';

async function findApproval(context: StaffContext, order: Order, proposalId: string): Promise<ApprovedTransfer> {
  const found = (await approvedTransfers(context, order)).find(({ id }) => id === proposalId);
  return found ?? refuse('desk.not_approved', {});
}

/** Proposes to undo an approved transfer (decision E4). Its recorded reference cannot be used again. */
export const prepareUndo = outgoingProcedure(orderPermissions.prepareUndo)
  .input(PrepareUndo)
  .handler(async function prepareUndo({ context, input }) {
    const { tx, person } = context;
    const order = await lockOrderForStaff(context, input.orderId, 'prepareUndo');
    await assertNoOpenProposal(tx, order);
    const approved = await findApproval(context, order, input.proposalId);
    const reasonCode = parseReason(approved.left ? 'bounce' : 'undo', input.reasonCode);
    const { evidence, reference, movedOn, movedTime } = input;
    const undoing = { reasonCode, evidence, reference, movedOn, movedTime };
    await assertUndoValid(context, approved, undoing);
    const payload = reversalPayload(order.id, approved, undoing);
    await propose(tx, { kind: 'undo', subject: order.id, payload, by: person.id, customer: order.userId });
    await recordEvent(context, order, { action: 'prepareUndo', note: input.note, reasonCode, after: payload });
    return { orderId: order.id };
  });

export const approveUndo = approvalProcedure(orderPermissions.approveUndo)
  .input(AnswerStep)
  .handler(async function approveUndo({ context: pipelined, input }) {
    const approval = { kind: 'undo', act: 'approveUndo' } as const;
    const { staff: context, order, locked } = await lockOrderForApproval(pipelined, input, approval);
    if (isUnlink(locked)) return approveUnlink(context, order, input);
    const { tx, person } = context;
    const transfers = await approvedTransfers(context, order);
    const getNamed = (frozen: ProposalPayload) =>
      transfers.find(({ id }) => id === frozen['of']) ?? refuse('desk.not_approved', {});
    const unchanged = ({ payload }: Proposal) =>
      jsonEqual(
        payload,
        reversalPayload(order.id, getNamed(payload as ProposalPayload), parseUndoInput(payload as ProposalPayload)),
      );
    const verdict = { by: person.id, decision: 'approve', unchanged } as const;
    const undo = await decideProposal(tx, { id: input.proposalId, kind: 'undo', locked }, verdict);
    const frozen = undo.payload as ProposalPayload;
    const approved = getNamed(frozen);
    const { reasonCode } = parseUndoInput(frozen);
    const line = await recordReturnedTransfer(context, order, { approved, undo });
    const step = { reasonCode, note: input.note || null, record: { ...frozen, ...line } };
    if (approved.kind === 'payout') {
      if (line) return applyTransition(context, order, { ...step, command: 'payoutBounced' });
      return applyTransition(context, order, { ...step, command: 'payoutFailed', public: false });
    }
    return undoRefund(context, order, { approved, step });
  });

type UndoneRefund = { approved: ApprovedTransfer; step: { reasonCode: string; note: string | null; record: object } };

async function undoRefund(context: StaffContext, order: Order, { approved, step }: UndoneRefund) {
  const event = { reasonCode: step.reasonCode, note: step.note ?? '', after: step.record };
  if (!approved.left) {
    await recordEvent(context, order, { ...event, action: 'undoReturn' });
    return { orderId: order.id };
  }
  const extra = order.movements.some(({ id, extra }) => extra && id === approved.left?.ofId);
  if (!extra) return applyTransition(context, order, { ...step, command: 'returnBounced' });
  await updateSurplusCount(context, order, surplusPayments(order).length + 1);
  await recordEvent(context, order, { ...event, action: 'extraBounced', public: true });
  return { orderId: order.id };
}

export const declineUndo = rejectProposal('declineUndo', 'undo');
