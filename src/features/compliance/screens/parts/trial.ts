import type { BadgeKind } from '../../../../ui/badge.tsx';
import type { Trial, TriedOrder } from '../../../risk/views.ts';

/** A draft tried over past orders, page by page. */
export const nothingTried: Trial = {
  looked: 0,
  stoppedBefore: 0,
  stoppedAfter: 0,
  alertedBefore: 0,
  alertedAfter: 0,
  these: [],
  next: null,
};

/** Two pages told as one. */
export const joined = (one: Trial, other: Trial): Trial => ({
  looked: one.looked + other.looked,
  stoppedBefore: one.stoppedBefore + other.stoppedBefore,
  stoppedAfter: one.stoppedAfter + other.stoppedAfter,
  alertedBefore: one.alertedBefore + other.alertedBefore,
  alertedAfter: one.alertedAfter + other.alertedAfter,
  these: [...one.these, ...other.these],
  next: other.next,
});

export type TrialOutcome = { readonly kind: BadgeKind; readonly text: string; readonly rank: number };

/** What the draft changes for one past order; the lower the rank, the graver. */
export function verdictOf({ before, after }: Pick<TriedOrder, 'before' | 'after'>): TrialOutcome {
  if (after.stopped && !before.stopped) return { kind: 'rejected', text: 'Stopped now', rank: 0 };
  if (before.stopped && !after.stopped) return { kind: 'approved', text: 'No longer stopped', rank: 1 };
  if (after.alerted && !before.alerted) return { kind: 'pending', text: 'Alert now', rank: 2 };
  if (before.alerted && !after.alerted) return { kind: 'note', text: 'No alert any more', rank: 3 };
  return { kind: 'other', text: 'Other score', rank: 4 };
}

/** The graver changes first, the newest first among them. */
export const gravestFirst = (orders: readonly TriedOrder[]): TriedOrder[] =>
  [...orders].sort(
    (one, other) => verdictOf(one).rank - verdictOf(other).rank || other.at.getTime() - one.at.getTime(),
  );

/** `Would have stopped 4 of 310; 2 were stopped when they were placed.` */
export function stoppedSentence({ looked, stoppedBefore, stoppedAfter }: Trial): string {
  if (looked === 0) return 'There is no past order to try it on.';
  return `Would have stopped ${stoppedAfter} of ${looked}; ${stoppedBefore} were stopped when they were placed.`;
}
