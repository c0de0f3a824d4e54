import { minutes } from '../../kernel/clock.ts';

/** Orders cannot use an older price (decision C6). */
export const staleAfterMs = minutes(20);

const aheadMs = minutes(2);

/** False also for a price from the future, stored by a server with a fast clock. */
export function isFresh(observedAt: Date, now: Date): boolean {
  const age = now.getTime() - observedAt.getTime();
  return age <= staleAfterMs && age >= -aheadMs;
}
export const isStale = (observedAt: Date, now: Date): boolean => !isFresh(observedAt, now);

/** Limits the time to `now`, so that a fast provider clock cannot keep a price fresh. */
export const capAtNow = (observedAt: Date, now: Date): Date => (observedAt > now ? now : observedAt);

export const isDemo = (price: { readonly demo: boolean } | null): boolean => price?.demo ?? false;

/** False when a fresh real price exists, which a recorded price must not replace. */
export const canShowRecorded = (
  stored: { readonly demo: boolean; readonly observedAt: Date } | undefined,
  now: Date,
): boolean => !stored || stored.demo || isStale(stored.observedAt, now);
