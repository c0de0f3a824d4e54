import { approveTransferUndo, proposeTransferUndo, type Undone } from '../../outgoing-money/undo.ts';
import { surplusPayments } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';
import { orderPermissions } from '../permissions.ts';
import {
  applyTransition,
  lockOrderForApproval,
  lockOrderForStaff,
  parseReason,
  recordEvent,
  type StaffContext,
} from './order-commands.ts';
import { approvalProcedure, orderMoney, outgoingProcedure } from './outgoing-guards.ts';
import { updateSurplusCount } from './pay-in.ts';
import { rejectProposal } from './refunds.ts';
import { AnswerStep, PrepareUndo } from './schema.ts';
import { approveUnlink, isUnlink } from './unlink-payment.ts';

/** Proposes to undo an approved transfer (decision E4). Its recorded reference cannot be used again. */
export const prepareUndo = outgoingProcedure(orderPermissions.prepareUndo)
  .input(PrepareUndo)
  .handler(async function prepareUndo({ context, input }) {
    const { orderId, note, ...typed } = input;
    const order = await lockOrderForStaff(context, orderId, 'prepareUndo');
    const payload = await proposeTransferUndo(context, orderMoney(context, order), { ...typed, parseReason });
    const reasonCode = payload['reasonCode'] ?? null;
    await recordEvent(context, order, { action: 'prepareUndo', note, reasonCode, after: payload });
    return { orderId: order.id };
  });

export const approveUndo = approvalProcedure(orderPermissions.approveUndo)
  .input(AnswerStep)
  .handler(async function approveUndo({ context: pipelined, input }) {
    const approval = { kind: 'undo', act: 'approveUndo' } as const;
    const { staff, order, locked } = await lockOrderForApproval(pipelined, input, approval);
    const { note } = input;
    if (isUnlink(locked)) await approveUnlink(staff, order, { locked, note });
    else {
      const apply = (undone: Undone) => applyUndo(staff, order, { ...undone, note });
      await approveTransferUndo(staff, orderMoney(staff, order), { locked, apply });
    }
    return { orderId: order.id };
  });

type UndoneTransfer = Undone & { readonly note: string };

function applyUndo(context: StaffContext, order: Order, { approved, note, ...undone }: UndoneTransfer) {
  if (approved.kind === 'return') return undoRefund(context, order, { approved, note, ...undone });
  const step = { ...undone, note: note || null };
  return approved.sentMovement
    ? applyTransition(context, order, { ...step, command: 'payoutBounced' })
    : applyTransition(context, order, { ...step, command: 'payoutFailed', public: false });
}

async function undoRefund(context: StaffContext, order: Order, { approved, note, reasonCode, record }: UndoneTransfer) {
  const event = { reasonCode, note, after: record };
  if (!approved.sentMovement) return recordEvent(context, order, { ...event, action: 'undoReturn' });
  const extra = order.movements.some(({ id, extra }) => extra && id === approved.sentMovement?.ofId);
  if (!extra)
    return applyTransition(context, order, { command: 'returnBounced', reasonCode, note: note || null, record });
  await updateSurplusCount(context, order, surplusPayments(order).length + 1);
  return recordEvent(context, order, { ...event, action: 'extraBounced', public: true });
}

export const declineUndo = rejectProposal('declineUndo', 'undo');
