import {
  compareDecimals,
  type Decimal,
  decimal,
  formatDecimal,
  multiply,
  pow10,
  rescale,
} from '../../kernel/decimal.ts';
import { isStablecoin } from '../assets/assets.ts';
import { isFresh } from './freshness.ts';
import type { Reading } from './provider.ts';

export type Source = { readonly name: string; readonly readings: readonly Reading[] };

/** Only `agreed`, `single` and a confirmed `off_peg` replace the old price. */
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
  readonly jump?: SourceReading;
  readonly median: string | null;
  readonly readings: readonly CheckedReading[];
};

type SourceReading = { readonly source: string; readonly reading: Reading };

export const nearPercent = 2n;
const pegPercent = 1n;

export function isWithin(value: Decimal, reference: Decimal, percent: bigint): boolean {
  const scale = Math.max(value.scale, reference.scale);
  const [v, r] = [rescale(value, scale, 'down').units, rescale(reference, scale, 'down').units];
  return (v > r ? v - r : r - v) * 100n <= r * percent;
}

/** For an even count, returns the exact mean of the middle two. Null without prices. */
export function median(prices: readonly Decimal[]): Decimal | null {
  const sorted = [...prices].sort(compareDecimals);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (!upper || !lower) return null;
  const scale = Math.max(upper.scale, lower.scale);
  const sum = rescale(upper, scale, 'down').units + rescale(lower, scale, 'down').units;
  return multiply({ units: sum, scale }, { units: 5n, scale: 1 });
}

/** True when a stablecoin is more than 1 % away from US$1. */
export const isOffPeg = (symbol: string, priceUsd: string): boolean =>
  isStablecoin(symbol) && !isWithin(decimal(priceUsd), { units: pow10(0), scale: 0 }, pegPercent);

function decideVerdict(
  symbol: string,
  nearReadings: readonly SourceReading[],
  freshReadings: readonly SourceReading[],
): Agreement {
  const first = nearReadings[0];
  if (freshReadings.length === 0) return 'none';
  if (!first) return 'disagreement';
  if (isOffPeg(symbol, first.reading.priceUsd)) return 'off_peg';
  return freshReadings.length === 1 ? 'single' : 'agreed';
}

function checkSymbol(symbol: string, sourceReadings: readonly SourceReading[], now: Date): Check {
  const freshReadings = sourceReadings.filter(({ reading }) => isFresh(reading.observedAt, now));
  const medianPrice = median(freshReadings.map(({ reading }) => decimal(reading.priceUsd)));
  const nearReadings = freshReadings.filter(
    ({ reading }) => medianPrice && isWithin(decimal(reading.priceUsd), medianPrice, nearPercent),
  );
  const verdict = decideVerdict(symbol, nearReadings, freshReadings);
  const getStanding = (one: SourceReading) =>
    nearReadings.includes(one) ? 'near' : freshReadings.includes(one) ? 'outlier' : 'not_fresh';
  const unconfirmed = verdict === 'off_peg' && nearReadings.length < 2;
  return {
    symbol,
    verdict,
    chosen: unconfirmed ? null : (nearReadings[0] ?? null),
    median: medianPrice && formatDecimal(medianPrice),
    readings: sourceReadings.map((one) => ({
      source: one.source,
      priceUsd: one.reading.priceUsd,
      observedAt: one.reading.observedAt,
      standing: getStanding(one),
    })),
  };
}

/** For each coin, chooses the first source within 2 % of the median of all readings of the last 20 minutes. */
export function crossCheck(symbols: readonly string[], sources: readonly Source[], now: Date): Check[] {
  return symbols.map((symbol) => {
    const sourceReadings = sources.flatMap(({ name, readings }) => {
      const reading = readings.find((one) => one.symbol === symbol);
      return reading ? [{ source: name, reading }] : [];
    });
    return checkSymbol(symbol, sourceReadings, now);
  });
}
