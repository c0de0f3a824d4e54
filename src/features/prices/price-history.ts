import { after, days, hours } from '../../kernel/clock.ts';
import { cachedRead } from '../../platform/database/cached-read.ts';
import type { PriceCurve, Range } from './schema.ts';
import { loadPrice, loadPriceCurve } from './store.ts';

const spans: Record<Range, { readonly lengthMs: number; readonly stepSeconds: number }> = {
  '24h': { lengthMs: hours(24), stepSeconds: 10 * 60 },
  '7d': { lengthMs: days(7), stepSeconds: 60 * 60 },
  '30d': { lengthMs: days(30), stepSeconds: 4 * 60 * 60 },
};

/** Shorter than the 2 seconds that a page waits after a refresh [000 §9]. */
const cacheMs = 1_500;

export const priceHistory = cachedRead(
  cacheMs,
  async ({ db, clock }, { symbol, range }: { symbol: string; range: Range }): Promise<PriceCurve> => {
    const { lengthMs, stepSeconds } = spans[range];
    const demo = (await loadPrice(db, symbol))?.demo ?? false;
    const points = await loadPriceCurve(db, { symbol, since: after(clock(), -lengthMs), stepSeconds, demo });
    return { symbol, range, demo, points };
  },
);
