import { compareDecimals, type Decimal, decimal, decimalText, multiply, pow10, rescale } from '../../kernel/decimal.ts';
import { isFresh } from './freshness.ts';
import type { Reading } from './provider.ts';
import { isStablecoin } from './symbols.ts';

/** All that one provider said, with its name. Sources come in the order of the chain, the most trusted first. */
export type Source = { readonly name: string; readonly readings: readonly Reading[] };

/**
 * How the check of one coin ended. `agreed`: chosen among several. `single`: only one fresh reading, taken as it is.
 * `off_peg`: a stablecoin away from its dollar; chosen only when a second reading confirms it. `disagreement`: nobody
 * is near the median. `none`: no fresh reading. `jump`: one source alone led too far away from the last price; see
 * guardJump(). The last three, and an unconfirmed `off_peg`, leave the old price.
 */
export type Agreement = 'agreed' | 'single' | 'off_peg' | 'disagreement' | 'none' | 'jump';

export type CheckedReading = {
  readonly source: string;
  readonly priceUsd: string;
  readonly observedAt: Date;
  readonly standing: 'near' | 'outlier' | 'not_fresh';
};

export type Check = {
  readonly symbol: string;
  readonly verdict: Agreement;
  readonly chosen: SourceReading | null;
  /** What would have been chosen, had it not led too far away. */
  readonly jump?: SourceReading;
  /** Of the fresh readings, as decimal text; null without any. */
  readonly median: string | null;
  readonly readings: readonly CheckedReading[];
};

type SourceReading = { readonly source: string; readonly reading: Reading };

/** How far a reading may be from the median, and a stablecoin from its dollar, in per cent. */
export const nearPercent = 2n;
const pegPercent = 1n;

/** Whether `value` is at most `percent` of `reference` away from it; exactly at the border counts as near. */
export function isWithin(value: Decimal, reference: Decimal, percent: bigint): boolean {
  const scale = Math.max(value.scale, reference.scale);
  const [v, r] = [rescale(value, scale, 'down').units, rescale(reference, scale, 'down').units];
  return (v > r ? v - r : r - v) * 100n <= r * percent;
}

/** The middle of the prices; of an even number the exact mean of the middle two. Null for none. */
export function median(prices: readonly Decimal[]): Decimal | null {
  const sorted = [...prices].sort(compareDecimals);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (!upper || !lower) return null;
  const scale = Math.max(upper.scale, lower.scale);
  const sum = rescale(upper, scale, 'down').units + rescale(lower, scale, 'down').units;
  return multiply({ units: sum, scale }, { units: 5n, scale: 1 });
}

/** Whether a stablecoin is more than 1 % away from one US dollar; other coins have no peg to leave. */
export const isOffPeg = (symbol: string, priceUsd: string): boolean =>
  isStablecoin(symbol) && !isWithin(decimal(priceUsd), { units: pow10(0), scale: 0 }, pegPercent);

function verdictOn(symbol: string, near: readonly SourceReading[], fresh: readonly SourceReading[]): Agreement {
  const first = near[0];
  if (fresh.length === 0) return 'none';
  if (!first) return 'disagreement';
  if (isOffPeg(symbol, first.reading.priceUsd)) return 'off_peg';
  return fresh.length === 1 ? 'single' : 'agreed';
}

function checkSymbol(symbol: string, told: readonly SourceReading[], now: Date): Check {
  const fresh = told.filter(({ reading }) => isFresh(reading.observedAt, now));
  const middle = median(fresh.map(({ reading }) => decimal(reading.priceUsd)));
  const near = fresh.filter(({ reading }) => middle && isWithin(decimal(reading.priceUsd), middle, nearPercent));
  const verdict = verdictOn(symbol, near, fresh);
  const standing = (one: SourceReading) =>
    near.includes(one) ? 'near' : fresh.includes(one) ? 'outlier' : 'not_fresh';
  const unconfirmed = verdict === 'off_peg' && near.length < 2;
  return {
    symbol,
    verdict,
    chosen: unconfirmed ? null : (near[0] ?? null),
    median: middle && decimalText(middle),
    readings: told.map((one) => ({
      source: one.source,
      priceUsd: one.reading.priceUsd,
      observedAt: one.reading.observedAt,
      standing: standing(one),
    })),
  };
}

/**
 * Chooses, for every coin, the first source of the chain that is within 2 % of the median of all readings observed
 * in the last 20 minutes. One company alone can therefore not set our price while two others agree.
 */
export function crossCheck(symbols: readonly string[], sources: readonly Source[], now: Date): Check[] {
  return symbols.map((symbol) => {
    const told = sources.flatMap(({ name, readings }) => {
      const reading = readings.find((one) => one.symbol === symbol);
      return reading ? [{ source: name, reading }] : [];
    });
    return checkSymbol(symbol, told, now);
  });
}
