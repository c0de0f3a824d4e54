import { after, days, hours } from '../../kernel/clock.ts';
import { sharedReading } from '../../platform/shared-reading.ts';
import type { PriceCurve, Range } from './schema.ts';
import { priceCurve, storedPrice } from './store.ts';

/** How far back each range reaches, and how wide a step is, so that a curve has about 180 points at most. */
const spans: Record<Range, { readonly lengthMs: number; readonly stepSeconds: number }> = {
  '24h': { lengthMs: hours(24), stepSeconds: 10 * 60 },
  '7d': { lengthMs: days(7), stepSeconds: 60 * 60 },
  '30d': { lengthMs: days(30), stepSeconds: 4 * 60 * 60 },
};

/**
 * How long a curve serves everybody who asks for it, in milliseconds: shorter than the 2 seconds that a page waits
 * after a manual refresh [000 §9].
 */
const curveLives = 1_500;

/** One coin's price over 24 hours, 7 or 30 days, oldest first. Recorded and real prices never share a curve. */
export const priceHistory = sharedReading(
  curveLives,
  async ({ db, clock }, { symbol, range }: { symbol: string; range: Range }): Promise<PriceCurve> => {
    const { lengthMs, stepSeconds } = spans[range];
    const demo = (await storedPrice(db, symbol))?.demo ?? false;
    const points = await priceCurve(db, { symbol, since: after(clock(), -lengthMs), stepSeconds, demo });
    return { symbol, range, demo, points };
  },
);
