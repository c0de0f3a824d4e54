import { minutes } from '../../kernel/clock.ts';

/** No order is accepted on a price older than this (decision C6). */
export const staleAfterMs = minutes(20);

/** A provider's clock may run a little ahead of ours; further ahead than this it is not to be believed. */
const aheadMs = minutes(2);

/**
 * Whether a price that was observed at `observedAt` may be traded on and take part in a cross-check: at most 20 minutes
 * old, and not from the future, where a clock that ran ahead would have left one that never ages.
 */
export function isFresh(observedAt: Date, now: Date): boolean {
  const age = now.getTime() - observedAt.getTime();
  return age <= staleAfterMs && age >= -aheadMs;
}
export const isStale = (observedAt: Date, now: Date): boolean => !isFresh(observedAt, now);

/** The time to store with a reading: never later than now, so that a clock ahead of ours cannot keep a price fresh. */
export const observedNoLaterThan = (observedAt: Date, now: Date): Date => (observedAt > now ? now : observedAt);

/** Whether a stored price is one of the recorded set and must be labelled wherever it stands. */
export const isDemo = (price: { readonly demo: boolean } | null): boolean => price?.demo ?? false;

/** Whether the recorded set may take the place of this stored price: never that of a real one that is still fresh. */
export const mayShowRecorded = (
  stored: { readonly demo: boolean; readonly observedAt: Date } | undefined,
  now: Date,
): boolean => !stored || stored.demo || isStale(stored.observedAt, now);
