import { rejectionReason } from '../../approvals/decide.ts';
import { findBankPayer } from '../../ledger/bank-evidence-store.ts';
import { parsePayer } from '../../ledger/evidence.ts';
import type { Movement, Party } from '../../ledger/movement.ts';
import { assertMayLeave } from '../../outgoing-money/gate.ts';
import {
  approveTransfer,
  type ProposalPayload,
  parseParty,
  proposeTransfer,
  recordTransfer,
  rejectTransfer,
  requireUnsent,
} from '../../outgoing-money/transfers.ts';
import { loadCurrentSettings } from '../../settings/store.ts';
import { surplusPayments } from '../order/order-balance.ts';
import { orderPermissions } from '../permissions.ts';
import { refuse } from '../staff-messages.ts';
import {
  applyTransition,
  lockOrderForApproval,
  lockOrderForStaff,
  parseReason,
  recordEvent,
  type StaffContext,
} from './order-commands.ts';
import {
  approvalProcedure,
  assertNotHeld,
  loadRecordFacts,
  orderMoney,
  outgoingProcedure,
  refundMoney,
  requireMovement,
} from './outgoing-guards.ts';
import { updateSurplusCount } from './pay-in.ts';
import { buildRefundPayload, withoutPersonalData } from './pay-out-terms.ts';
import { AnswerStep, PrepareReturn, RecordSent } from './schema.ts';

type Payer = Parameters<typeof parsePayer>[0];

/** A card refund needs no account, because the provider refunds the charge. */
const isPayerKnown = ({ rail, party }: Movement): boolean =>
  rail === 'card' || party.address !== null || party.account !== null;

/** Returns the payer of the bank line, else the recorded payer. Staff enter it only for old records without a payer. */
async function resolveDestination({ tx }: StaffContext, movement: Movement, typed: Payer): Promise<Party> {
  const typedPayer = parsePayer(typed);
  const known = isPayerKnown(movement);
  if (known && typedPayer) refuse('desk.payer_stands', {});
  return known ? findBankPayer(tx, movement.id, movement.party) : (typedPayer ?? refuse('desk.payer_missing', {}));
}

/** Proposes a refund of one payment of the order, which a second person approves (decision D2). */
export const prepareReturn = outgoingProcedure(orderPermissions.returnMoney)
  .input(PrepareReturn)
  .handler(async function prepareReturn({ context, input }) {
    const { tx } = context;
    const order = await lockOrderForStaff(context, input.orderId, 'returnMoney');
    const reasonCode = parseReason('return', input.reasonCode);
    const movement = requireMovement(order, 'returnMoney', input.movementId);
    const to = await resolveDestination(context, movement, input);
    const money = refundMoney(context, order, { movement, to, reasonCode });
    await assertMayLeave(context, 'prepareRefund', money);
    const payload = buildRefundPayload(order, { line: movement, to, reasonCode }, await loadCurrentSettings(tx));
    await proposeTransfer(context, money, { kind: 'return', payload });
    await recordEvent(context, order, {
      action: 'prepareReturn',
      note: input.note,
      after: withoutPersonalData(payload),
    });
    return { orderId: order.id };
  });

export const approveReturn = approvalProcedure(orderPermissions.approveReturn)
  .input(AnswerStep)
  .handler(async function approveReturn({ context, input }) {
    const approval = { kind: 'return', act: 'approveReturn' } as const;
    const { staff, order, locked } = await lockOrderForApproval(context, input, approval);
    const { note } = input;
    const proposed = locked.payload;
    const reasonCode = proposed['reasonCode'] ?? '';
    const movement = requireMovement(order, 'returnMoney', proposed['movementId'] ?? '');
    const refund = { movement, to: parseParty(proposed), reasonCode, note };
    const [settings, payer] = await Promise.all([
      loadCurrentSettings(staff.tx),
      findBankPayer(staff.tx, movement.id, movement.party),
      assertMayLeave(staff, 'approveRefund', refundMoney(staff, order, refund)),
    ]);
    const to = isPayerKnown(movement) ? payer : refund.to;
    await approveTransfer(staff, locked, {
      rebuildPayload: () => buildRefundPayload(order, { line: movement, to, reasonCode }, settings),
      apply: ({ payload }) =>
        recordEvent(staff, order, { action: 'approveReturn', note, after: withoutPersonalData(payload) }),
    });
    return { orderId: order.id };
  });

export const rejectProposal = (action: 'declineReturn' | 'declineUndo', kind: 'return' | 'undo') =>
  outgoingProcedure(orderPermissions[action])
    .input(AnswerStep)
    .handler(async ({ context, input: { orderId, proposalId, note } }) => {
      const order = await lockOrderForStaff(context, orderId, action);
      const { decision, reason } = await rejectTransfer(context, { proposalId, kind, subject: order.id, note });
      await recordEvent(context, order, { action, note, after: { decision, ...rejectionReason({ reason }) } });
      return { orderId: order.id };
    });

export const declineReturn = rejectProposal('declineReturn', 'return');

export const recordReturned = outgoingProcedure(orderPermissions.recordReturned)
  .input(RecordSent)
  .handler(async function recordReturned({ context, input }) {
    const order = await lockOrderForStaff(context, input.orderId, 'recordReturned');
    const base = orderMoney(context, order);
    const approved = requireUnsent(await base.transfers, 'return');
    const payload = approved.payload as ProposalPayload;
    const movement = requireMovement(order, 'returnMoney', payload['movementId'] ?? '');
    const to = parseParty(payload);
    const reasonCode = payload['reasonCode'] ?? '';
    const money = {
      ...base,
      incomingIds: [movement.id],
      to,
      reasonCode,
      note: input.note,
      own: loadRecordFacts(context, order, { decidedAt: approved.decidedAt, sent: input, to }),
    };
    await assertMayLeave(context, 'recordOrderRefund', money);
    assertNotHeld(order);
    const record = await recordTransfer(context, money, { approved, rail: movement.rail, sent: input });
    if (!movement.extra)
      return applyTransition(context, order, { command: 'returnMoney', reasonCode, note: input.note || null, record });
    await updateSurplusCount(context, order, surplusPayments(order).length - 1);
    await recordEvent(context, order, {
      action: 'extraReturned',
      reasonCode,
      note: input.note,
      after: record,
      public: true,
    });
    return { orderId: order.id };
  });
