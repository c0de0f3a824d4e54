import { actorFrom } from '../../platform/actor.ts';
import { referenceRefusalCodes } from '../ledger/evidence.ts';
import type { ApprovedTransfer, OutgoingMoney, ProposalPayload } from '../outgoing-money/transfers.ts';
import { approveTransferUndo, proposeTransferUndo, type Undone } from '../outgoing-money/undo.ts';
import { refusalCodes, refuse } from './messages.ts';
import { type FulfilmentByProduct, lockPaymentFor, movePayment } from './move-payment.ts';
import { isPartialRefund } from './partial-refund.ts';
import type { PaymentCommand } from './payment.ts';
import { approvalProcedure, lockPaymentToApprove, paymentMoney, refundProcedure, rejectProposal } from './refunds.ts';
import { AnswerReturn, PrepareUndo } from './schema.ts';
import { recordEvent, requireReason } from './staff-api.ts';
import type { Payment } from './store.ts';

const undoRefusalCodes = { ...referenceRefusalCodes, ...refusalCodes('payments.rest_leaves') };

/** Refuses to undo the sent refund `id` while a full refund is approved but unsent. */
async function assertRestNotLeaving({ transfers }: Pick<OutgoingMoney, 'transfers'>, id: string | null | undefined) {
  const approved = await transfers;
  const rest = approved.find(
    ({ sentMovement, payload }) => sentMovement === null && !isPartialRefund(payload as ProposalPayload),
  );
  if (rest && approved.some((transfer) => transfer.id === id && transfer.sentMovement))
    refuse('payments.rest_leaves', {});
}

/** Proposes to undo an approved refund that was never sent or that came back (decision E4). */
const prepareUndo = (payables: FulfilmentByProduct) =>
  refundProcedure(payables, 'prepareUndo')
    .errors(undoRefusalCodes)
    .input(PrepareUndo)
    .handler(async ({ context: staff, input: { paymentId, note, ...typed } }) => {
      const payment = await lockPaymentFor(staff.tx, paymentId, { actor: staff.person, act: 'prepareUndo' });
      const money = paymentMoney(staff, payment);
      await assertRestNotLeaving(money, typed.proposalId);
      const payload = await proposeTransferUndo(staff, money, { ...typed, parseReason: requireReason });
      await recordEvent(staff, payment, { action: 'prepareUndo', after: { ...payload, note } });
      return { paymentId: payment.id };
    });

/** Returns null if the state stays: an ended payment still waits for its refund. */
function getCommand({ state }: Payment, { sentMovement, payload }: ApprovedTransfer): PaymentCommand | null {
  if (sentMovement) return state.ended === null ? 'partBounced' : 'returnBounced';
  return isPartialRefund(payload as ProposalPayload) && state.ended === null ? 'undoPart' : null;
}

const approveUndo = (payables: FulfilmentByProduct) =>
  approvalProcedure(payables, 'approveUndo')
    .errors(undoRefusalCodes)
    .input(AnswerReturn)
    .handler(async ({ context, input }) => {
      const approval = { kind: 'undo', act: 'approveUndo' } as const;
      const { staff, payment, locked } = await lockPaymentToApprove(context, input, approval);
      const { note } = input;
      const apply = async ({ approved, reasonCode, record }: Undone) => {
        const command = getCommand(payment, approved);
        if (command === null) return recordEvent(staff, payment, { action: 'undoReturn', after: { ...record, note } });
        const actor = actorFrom('staff', staff);
        return movePayment(staff, payment, { command, actor, facts: { reasonCode }, note, record });
      };
      const money = paymentMoney(staff, payment);
      await assertRestNotLeaving(money, locked.payload['of']);
      await approveTransferUndo(staff, money, { locked, apply });
      return { paymentId: payment.id };
    });

export const undoRefundApi = (payables: FulfilmentByProduct) => ({
  prepareUndo: prepareUndo(payables),
  approveUndo: approveUndo(payables),
  declineUndo: rejectProposal(payables, 'declineUndo'),
});
