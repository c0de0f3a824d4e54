import { isSamePerson } from '../../platform/database/database.ts';
import { findBankPayer } from '../ledger/bank-evidence-store.ts';
import { lockUnallocatedRow, type Unallocated } from '../ledger/unallocated-store.ts';
import { assertMayLeave } from '../outgoing-money/gate.ts';
import {
  approveTransfer,
  findApprovedTransfers,
  lockForApproval,
  type ProposalPayload,
  proposeTransfer,
  recordTransfer,
  rejectTransfer,
  requireUnsent,
} from '../outgoing-money/transfers.ts';
import { approveTransferUndo, proposeTransferUndo, type Undone } from '../outgoing-money/undo.ts';
import { loadCurrentSettings } from '../settings/store.ts';
import { unallocatedPermissions } from '../trading/permissions.ts';
import { parseReason, type StaffContext } from '../trading/staff/order-commands.ts';
import { buildRefundPayload, withoutPersonalData } from '../trading/staff/pay-out-terms.ts';
import { refuse } from '../trading/staff-messages.ts';
import {
  decisionProcedure,
  lockUnallocated,
  recordMoneyEvent,
  refundMoney,
  requireUnallocated,
  unallocatedMoney,
  unallocatedProcedure,
} from './guards.ts';
import { Decide, PrepareReturn, RecordReturned, UndoReturn } from './schema.ts';

async function buildRefund({ tx }: StaffContext, money: Unallocated, reasonCode: string): Promise<ProposalPayload> {
  const [to, settings] = await Promise.all([findBankPayer(tx, money.id, money.party), loadCurrentSettings(tx)]);
  return buildRefundPayload(null, { line: { ...money, amount: money.left }, to, reasonCode }, settings);
}

/** Proposes to refund the remaining amount to its payer (decision D2). */
export const prepareRefund = unallocatedProcedure(unallocatedPermissions.giveBack)
  .input(PrepareReturn)
  .handler(async function prepareRefund({ context, input: { movementId, note, ...typed } }) {
    const money = await lockUnallocated(context, movementId);
    const reasonCode = parseReason('return', typed.reasonCode);
    const refund = refundMoney(context, money, { reasonCode });
    await assertMayLeave(context, 'prepareRefund', refund);
    const payload = await buildRefund(context, money, reasonCode);
    await proposeTransfer(context, refund, { kind: 'return', payload });
    const after = withoutPersonalData(payload);
    return recordMoneyEvent(context, money, { action: 'unallocatedReturnPrepared', note, reasonCode, after });
  });

export const decideUnallocated = decisionProcedure(unallocatedPermissions.decide)
  .input(Decide)
  .handler(async function decideUnallocated({ context: { personPromise, ...pipelined }, input }) {
    const { tx } = pipelined;
    const { movementId, proposalId, decision, note } = input;
    const found = lockUnallocatedRow(tx, movementId);
    const proposal = { proposalId, subject: movementId, kinds: ['return', 'undo'] } as const;
    const { person, owner, locked } = await lockForApproval({ tx, personPromise }, found, proposal);
    const context = { ...pipelined, person };
    const money = requireUnallocated(person, owner);
    const isRefund = locked.kind === 'return';
    if (decision === 'decline') {
      const kind = isRefund ? 'return' : 'undo';
      await rejectTransfer(context, { proposalId, kind, subject: money.id, note });
      const action = isRefund ? 'unallocatedReturnDeclined' : 'unallocatedUndoDeclined';
      return recordMoneyEvent(context, money, { action, note });
    }
    if (isSamePerson(person, locked.proposedBy)) refuse('approvals.second_person_needed', {});
    if (!isRefund) {
      const apply = ({ record: after }: Undone) =>
        recordMoneyEvent(context, money, { action: 'unallocatedReturnUndone', note, after });
      await approveTransferUndo(context, unallocatedMoney(context, money), { locked, apply });
      return { movementId };
    }
    const reasonCode = locked.payload['reasonCode'] ?? '';
    const [payload] = await Promise.all([
      buildRefund(context, money, reasonCode),
      assertMayLeave(context, 'approveRefund', refundMoney(context, money, { reasonCode, note })),
    ]);
    await approveTransfer(context, locked, {
      rebuildPayload: () => payload,
      apply: () => {
        const after = withoutPersonalData(payload);
        return recordMoneyEvent(context, money, { action: 'unallocatedReturnApproved', note, after });
      },
    });
    return { movementId };
  });

export const recordRefunded = unallocatedProcedure(unallocatedPermissions.giveBack)
  .input(RecordReturned)
  .handler(async function recordRefunded({ context, input }) {
    const { note } = input;
    const money = await lockUnallocated(context, input.movementId);
    const approved = requireUnsent(await findApprovedTransfers(context.tx, money), 'return');
    const reasonCode = (approved.payload as ProposalPayload)['reasonCode'] ?? null;
    const refund = refundMoney(context, money, { reasonCode, note });
    await assertMayLeave(context, 'recordRefund', refund);
    const after = await recordTransfer(context, refund, { approved, rail: money.rail, sent: input });
    return recordMoneyEvent(context, money, { action: 'unallocatedReturned', note, after });
  });

/** Proposes to undo an approved refund that was never sent, or that the bank or network returned. */
export const proposeUndoRefund = unallocatedProcedure(unallocatedPermissions.giveBack)
  .input(UndoReturn)
  .handler(async function proposeUndoRefund({ context, input: { movementId, note, ...typed } }) {
    const money = await lockUnallocated(context, movementId);
    const after = await proposeTransferUndo(context, unallocatedMoney(context, money), { ...typed, parseReason });
    const reasonCode = after['reasonCode'] ?? null;
    return recordMoneyEvent(context, money, { action: 'unallocatedUndoPrepared', note, reasonCode, after });
  });
