import type { Db } from '../../platform/database/database.ts';
import type { Services } from '../../platform/http/procedure.ts';
import type { Approved } from '../approvals/decide.ts';
import { isBefore, parseMovedAt, requireUnusedReference } from './evidence.ts';
import { refuse } from './messages.ts';
import type { Movement } from './movement.ts';
import { insertMovement } from './movement-store.ts';

/** Strings and nulls only, so that payloads can be compared. */
export type ProposalPayload = Readonly<Record<string, string | null>>;

export type UndoInput = {
  readonly reasonCode: string;
  readonly evidence: string;
  readonly reference: string;
  readonly movedOn: string;
  readonly movedTime: string;
};

export type ApprovedProposal = Approved & { readonly left: Movement | null };

type StaffContext = {
  readonly tx: Db;
  readonly services: Pick<Services, 'clock' | 'jobs'>;
  readonly person: { readonly id: string };
};

export const withOutgoingMovement = <One extends Approved>(approved: readonly One[], movements: readonly Movement[]) =>
  approved.map((approval) => ({
    ...approval,
    left: movements.find(({ proposalId }) => proposalId === approval.id) ?? null,
  }));

export function reversalPayload(
  orderId: string | null,
  { id, kind, payload, left }: ApprovedProposal,
  { reference, movedOn, movedTime, ...why }: UndoInput,
): ProposalPayload {
  const { amount = null, unit = null } = payload as ProposalPayload;
  return {
    ...{ orderId, of: id, what: kind, amount, unit, left: left?.id ?? null },
    ...{ cameBackWith: reference || null, movedOn: movedOn || null, movedTime: movedTime || null },
    ...why,
  };
}

export const parseUndoInput = (frozen: ProposalPayload): UndoInput => ({
  reasonCode: frozen['reasonCode'] ?? '',
  evidence: frozen['evidence'] ?? '',
  reference: frozen['cameBackWith'] ?? '',
  movedOn: frozen['movedOn'] ?? '',
  movedTime: frozen['movedTime'] ?? '',
});

/** Parses the return of a sent transfer, which needs a day. Returns null for a transfer that was never sent. */
function parseReturn(
  staff: StaffContext,
  { left }: Pick<ApprovedProposal, 'left'>,
  { reference, movedOn, movedTime }: UndoInput,
) {
  if (!left) {
    if (reference || movedOn || movedTime) refuse('desk.came_back_with', {});
    return null;
  }
  if (!movedOn) return refuse('desk.came_back_with', {});
  const moved = parseMovedAt(staff, { movedOn, movedTime });
  const byDay = moved.dayOnly || left.dayOnly;
  if (isBefore({ ...moved, dayOnly: byDay }, left.movedAt)) refuse('desk.came_back_before', {});
  return { left, reference, ...moved };
}

/** Refuses an undo with unusable evidence, before it is proposed. */
export async function assertUndoValid(
  staff: StaffContext,
  approved: ApprovedProposal,
  input: UndoInput,
): Promise<void> {
  const returned = parseReturn(staff, approved, input);
  if (returned?.reference) await requireUnusedReference(staff, returned.left.rail, returned);
}

type Due = Parameters<typeof insertMovement>[1];

/** Records a returned transfer. Returns null if the transfer was never sent. */
export async function recordReturnedTransfer(
  staff: StaffContext,
  due: Due,
  { approved, undo }: { approved: Pick<ApprovedProposal, 'left'>; undo: Pick<Approved, 'id' | 'payload'> },
) {
  const returned = parseReturn(staff, approved, parseUndoInput(undo.payload as ProposalPayload));
  if (!returned) return null;
  const { left, reference, ...moved } = returned;
  const movementId = await insertMovement(staff.tx, due, {
    direction: 'bounced',
    ofId: left.id,
    amount: left.amount,
    rail: left.rail,
    reference: reference ? await requireUnusedReference(staff, left.rail, { reference }) : null,
    party: left.party,
    ...moved,
    recordedAt: staff.services.clock(),
    recordedBy: staff.person.id,
    proposalId: undo.id,
  });
  // Regular screening skips closed accounts.
  if (due) await staff.services.jobs.enqueue(staff.tx, 'screening.names', { userId: due.userId });
  return { movementId };
}
