import { minutes } from '../../kernel/clock.ts';

/** No order is accepted on an older price (decision C6). */
export const staleAfterMs = minutes(20);

const aheadMs = minutes(2);

/** False for prices from the future: after a clock that ran ahead they would never age. */
export function isFresh(observedAt: Date, now: Date): boolean {
  const age = now.getTime() - observedAt.getTime();
  return age <= staleAfterMs && age >= -aheadMs;
}
export const isStale = (observedAt: Date, now: Date): boolean => !isFresh(observedAt, now);

/** Caps the time at now, so that a clock ahead cannot keep a price fresh. */
export const capAtNow = (observedAt: Date, now: Date): Date => (observedAt > now ? now : observedAt);

export const isDemo = (price: { readonly demo: boolean } | null): boolean => price?.demo ?? false;

/** Recorded prices never replace a fresh real one. */
export const canShowRecorded = (
  stored: { readonly demo: boolean; readonly observedAt: Date } | undefined,
  now: Date,
): boolean => !stored || stored.demo || isStale(stored.observedAt, now);
