import type { Approved } from '../approvals/decide.ts';
import { isBefore, parseMovedAt, requireUnusedReference } from '../ledger/evidence.ts';
import { insertMovement } from '../ledger/movement-store.ts';
import { assertMayLeave } from './gate.ts';
import { refuse } from './messages.ts';
import {
  type ApprovedTransfer,
  approveTransfer,
  type LockedTransfer,
  type OutgoingMoney,
  type OutgoingStaff,
  type ProposalPayload,
  proposeTransfer,
} from './transfers.ts';

export type UndoInput = {
  readonly reasonCode: string;
  readonly evidence: string;
  readonly reference: string;
  readonly movedOn: string;
  readonly movedTime: string;
};

const getOwnerIds = (due: OutgoingMoney['due']): ProposalPayload =>
  due && 'paymentId' in due ? { orderId: null, paymentId: due.paymentId } : { orderId: due?.id ?? null };

export function reversalPayload(
  due: OutgoingMoney['due'],
  {
    id,
    kind,
    payload,
    sentMovement,
  }: Pick<Approved, 'id' | 'kind' | 'payload'> & Pick<ApprovedTransfer, 'sentMovement'>,
  { reference, movedOn, movedTime, ...why }: UndoInput,
): ProposalPayload {
  const { amount = null, unit = null } = payload as ProposalPayload;
  return {
    ...getOwnerIds(due),
    of: id,
    what: kind,
    amount,
    unit,
    left: sentMovement?.id ?? null,
    cameBackWith: reference || null,
    movedOn: movedOn || null,
    movedTime: movedTime || null,
    ...why,
  };
}

export const parseUndoInput = (payload: ProposalPayload): UndoInput => ({
  reasonCode: payload['reasonCode'] ?? '',
  evidence: payload['evidence'] ?? '',
  reference: payload['cameBackWith'] ?? '',
  movedOn: payload['movedOn'] ?? '',
  movedTime: payload['movedTime'] ?? '',
});

/** Parses the return of a sent transfer, which needs a day. Returns null for a transfer that was never sent. */
function parseReturn(
  staff: OutgoingStaff,
  { sentMovement }: ApprovedTransfer,
  { reference, movedOn, movedTime }: Omit<UndoInput, 'reasonCode' | 'evidence'>,
) {
  if (!sentMovement) {
    if (reference || movedOn || movedTime) refuse('desk.came_back_with', {});
    return null;
  }
  if (!movedOn) return refuse('desk.came_back_with', {});
  const moved = parseMovedAt(staff, { movedOn, movedTime });
  const byDay = moved.dayOnly || sentMovement.dayOnly;
  if (isBefore({ ...moved, dayOnly: byDay }, sentMovement.movedAt)) refuse('desk.came_back_before', {});
  return { sentMovement, reference, ...moved };
}

/** Records a returned transfer. Returns null if the transfer was never sent. */
async function recordReturnedTransfer(
  staff: OutgoingStaff,
  { due }: Pick<OutgoingMoney, 'due'>,
  { approved, undoId, input }: { approved: ApprovedTransfer; undoId: string; input: UndoInput },
) {
  const returned = parseReturn(staff, approved, input);
  if (!returned) return null;
  const { sentMovement, reference, ...moved } = returned;
  const movementId = await insertMovement(staff.tx, due, {
    direction: 'bounced',
    ofId: sentMovement.id,
    amount: sentMovement.amount,
    rail: sentMovement.rail,
    reference: reference ? await requireUnusedReference(staff, sentMovement.rail, { reference }) : null,
    party: sentMovement.party,
    ...moved,
    recordedAt: staff.services.clock(),
    recordedBy: staff.person.id,
    proposalId: undoId,
  });
  // Regular screening skips closed accounts.
  if (due) await staff.services.jobs.enqueue(staff.tx, 'screening.names', { userId: due.userId });
  return { movementId };
}

const requireTransfer = (transfers: readonly ApprovedTransfer[], id: string | null | undefined): ApprovedTransfer =>
  transfers.find((transfer) => transfer.id === id) ?? refuse('desk.not_approved', {});

type TypedUndo = UndoInput & {
  readonly proposalId: string;
  /** Refuses a reason that does not fit the transfer. */
  readonly parseReason: (list: 'bounce' | 'undo', code: string) => string;
};

/** Proposes to undo a transfer that was never sent or that came back (decision E4). Returns the payload. */
export async function proposeTransferUndo(
  staff: OutgoingStaff,
  money: OutgoingMoney,
  { proposalId, parseReason, ...typed }: TypedUndo,
): Promise<ProposalPayload> {
  await assertMayLeave(staff, 'prepareUndo', money);
  const approved = requireTransfer(await money.transfers, proposalId);
  const reasonCode = parseReason(approved.sentMovement ? 'bounce' : 'undo', typed.reasonCode);
  const returned = parseReturn(staff, approved, typed);
  if (returned?.reference) await requireUnusedReference(staff, returned.sentMovement.rail, returned);
  const payload = reversalPayload(money.due, approved, { ...typed, reasonCode });
  await proposeTransfer(staff, money, { kind: 'undo', payload });
  return payload;
}

export type Undone = { readonly approved: ApprovedTransfer; readonly reasonCode: string; readonly record: object };

type UndoApproval = { readonly locked: LockedTransfer; readonly apply: (undone: Undone) => Promise<unknown> };

/** Approves an undo and records a returned transfer. `apply` changes the owner of the money. */
export async function approveTransferUndo(
  staff: OutgoingStaff,
  money: Pick<OutgoingMoney, 'due' | 'transfers'>,
  { locked, apply }: UndoApproval,
): Promise<void> {
  const transfers = await money.transfers;
  await approveTransfer(staff, locked, {
    rebuildPayload: (payload) =>
      reversalPayload(money.due, requireTransfer(transfers, payload['of']), parseUndoInput(payload)),
    apply: async ({ id, payload }) => {
      const approved = requireTransfer(transfers, payload['of']);
      const input = parseUndoInput(payload);
      const line = await recordReturnedTransfer(staff, money, { approved, undoId: id, input });
      await apply({ approved, reasonCode: input.reasonCode, record: { ...payload, ...line } });
    },
  });
}
