import type { Db } from '../../platform/database.ts';
import type { Services } from '../../platform/procedure.ts';
import type { Approved } from '../approvals/decide.ts';
import { freshReference, isBefore, movedAt } from './evidence.ts';
import { refuse } from './messages.ts';
import type { Movement } from './movement.ts';
import { addMovement } from './movement-store.ts';

/** What was proposed, frozen for the second person: texts and nulls alone, so that two of them can be compared. */
export type Proposed = Readonly<Record<string, string | null>>;

export type Undoing = {
  readonly reasonCode: string;
  readonly evidence: string;
  readonly reference: string;
  readonly movedOn: string;
  readonly movedTime: string;
};

/** What two people agreed on and did not undo, with the line under which it left, if it did. */
export type Agreed = Approved & { readonly left: Movement | null };

type Desk = {
  readonly tx: Db;
  readonly services: Pick<Services, 'clock' | 'jobs'>;
  readonly person: { readonly id: string };
};

/** Each approval with the line under which it left. */
export const withLeft = <One extends Approved>(approved: readonly One[], movements: readonly Movement[]) =>
  approved.map((one) => ({ ...one, left: movements.find(({ proposalId }) => proposalId === one.id) ?? null }));

/** An approval that is to be undone; with the line under which it left, if it did and bounced. */
export function undoOf(
  orderId: string | null,
  { id, kind, payload, left }: Agreed,
  { reference, movedOn, movedTime, ...why }: Undoing,
): Proposed {
  const { amount = null, unit = null } = payload as Proposed;
  return {
    ...{ orderId, of: id, what: kind, amount, unit, left: left?.id ?? null },
    ...{ cameBackWith: reference || null, movedOn: movedOn || null, movedTime: movedTime || null },
    ...why,
  };
}

export const undoingIn = (frozen: Proposed): Undoing => ({
  reasonCode: frozen['reasonCode'] ?? '',
  evidence: frozen['evidence'] ?? '',
  reference: frozen['cameBackWith'] ?? '',
  movedOn: frozen['movedOn'] ?? '',
  movedTime: frozen['movedTime'] ?? '',
});

/** What came back needs the day on which it did; what never left has neither day nor reference. */
function readBounce(desk: Desk, { left }: Pick<Agreed, 'left'>, { reference, movedOn, movedTime }: Undoing) {
  if (!left) {
    if (reference || movedOn || movedTime) refuse('desk.came_back_with', {});
    return null;
  }
  if (!movedOn) return refuse('desk.came_back_with', {});
  const moved = movedAt(desk, { movedOn, movedTime });
  const byDay = moved.dayOnly || left.dayOnly;
  if (isBefore({ ...moved, dayOnly: byDay }, left.movedAt)) refuse('desk.came_back_before', {});
  return { left, reference, ...moved };
}

/** Refuses what could not be written down once it is agreed on: no day, or a reference that was used. */
export async function refuseUnsoundUndo(desk: Desk, approved: Agreed, undoing: Undoing): Promise<void> {
  const bounce = readBounce(desk, approved, undoing);
  if (bounce?.reference) await freshReference(desk, bounce.left.rail, bounce);
}

type Due = Parameters<typeof addMovement>[1];

/** The line of what came back to us, from whoever had been paid; null where nothing had left. */
export async function addBounce(
  desk: Desk,
  due: Due,
  { approved, undo }: { approved: Pick<Agreed, 'left'>; undo: Pick<Approved, 'id' | 'payload'> },
) {
  const bounce = readBounce(desk, approved, undoingIn(undo.payload as Proposed));
  if (!bounce) return null;
  const { left, reference, ...moved } = bounce;
  const movementId = await addMovement(desk.tx, due, {
    direction: 'bounced',
    ofId: left.id,
    amount: left.amount,
    rail: left.rail,
    reference: reference ? await freshReference(desk, left.rail, { reference }) : null,
    party: left.party,
    ...moved,
    recordedAt: desk.services.clock(),
    recordedBy: desk.person.id,
    proposalId: undo.id,
  });
  // What had ended comes to life: who closed the account meanwhile was compared with no list since.
  if (due) await desk.services.jobs.enqueue(desk.tx, 'screening.names', { userId: due.userId });
  return { movementId };
}
