import { type QuotedSymbol, quotedSymbols } from '../../src/features/assets/assets.ts';
import { coinRows } from '../../src/features/assets/catalog.ts';
import { getPercentChange } from '../../src/features/prices/coinbase-gateway.ts';
import type { Reading } from '../../src/features/prices/provider.ts';
import { type Decimal, decimal, divide, formatDecimal } from '../../src/kernel/decimal.ts';

export const recordedSource = 'Demo';

/** Invented volumes in US$. `swing` is the amplitude of the price waves in parts per 100,000. */
type Movement = { readonly swing: bigint; readonly volume: string };
const movements: Partial<Record<QuotedSymbol, Movement>> = {
  BTC: { swing: 3_000n, volume: '41870000000' },
  ETH: { swing: 4_200n, volume: '19640000000' },
  XRP: { swing: 4_800n, volume: '5210000000' },
  USDT: { swing: 18n, volume: '88930000000' },
  USDC: { swing: 12n, volume: '11480000000' },
  SOL: { swing: 5_600n, volume: '6350000000' },
};
const getMovement = (symbol: QuotedSymbol): Movement =>
  movements[symbol] ?? { swing: coinRows[symbol].market.isStablecoin ? 15n : 4_000n, volume: '1000000000' };

const tickMs = 15 * 60_000;
const hourMs = 60 * 60_000;
const parts = 100_000n;

/** Periods of the price waves in 15-minute steps. Each wave has half the amplitude of the previous one. */
const periods = [2_687, 613, 151, 37, 11];

function computeWave(tick: number, period: number): bigint {
  const offset = ((tick % period) + period) % period;
  const rise = BigInt(Math.round((4_000 * offset) / period));
  return rise <= 2_000n ? rise - 1_000n : 3_000n - rise;
}

/** Computes the price at a 15-minute step. The same step always gives the same price. */
function computePrice(symbol: QuotedSymbol, tick: number): Decimal {
  const { swing } = getMovement(symbol);
  const coinTick = tick + quotedSymbols.indexOf(symbol) * 997;
  const height = periods.reduce((sum, period, index) => sum + computeWave(coinTick, period) / 2n ** BigInt(index), 0n);
  const { units, scale } = decimal(coinRows[symbol].market.demoPriceUsd);
  return { units: divide(units * (parts * 2_000n + height * swing), parts * 2_000n, 'half-up'), scale };
}

const getTick = (at: Date): number => Math.floor(at.getTime() / tickMs);

export function recordedReadings(at: Date): Reading[] {
  return quotedSymbols.map((symbol) => {
    const [price, yesterday] = [computePrice(symbol, getTick(at)), computePrice(symbol, getTick(at) - 96)];
    return {
      symbol,
      priceUsd: formatDecimal(price),
      change24h: getPercentChange(yesterday, price),
      volume24hUsd: getMovement(symbol).volume,
      observedAt: at,
    };
  });
}

export function recordedHistory(from: Date, to: Date): { symbol: string; at: Date; priceUsd: string }[] {
  const first = Math.floor(from.getTime() / hourMs) + 1;
  const last = Math.floor(to.getTime() / hourMs);
  const moments = Array.from({ length: Math.max(0, last - first + 1) }, (_, hour) => new Date((first + hour) * hourMs));
  return moments.flatMap((at) =>
    quotedSymbols.map((symbol) => ({ symbol, at, priceUsd: formatDecimal(computePrice(symbol, getTick(at))) })),
  );
}
