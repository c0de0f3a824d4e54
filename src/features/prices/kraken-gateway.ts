import { z } from 'zod';
import { decimal, decimalText, multiply } from '../../kernel/decimal.ts';
import { plainDecimal } from './exact-json.ts';
import { Figure, PriceFigure, type PriceProvider, ProviderFailure, type Reading } from './provider.ts';
import { askProvider, type ProviderOptions, withinTime } from './provider-http.ts';

const name = 'Kraken';

/** The pair as we ask for it and as Kraken may call it in its answer, which are not always the same. */
const pairs: Record<string, readonly [string, ...string[]]> = {
  BTC: ['XBTUSD', 'XXBTZUSD'],
  ETH: ['ETHUSD', 'XETHZUSD'],
  XRP: ['XRPUSD', 'XXRPZUSD'],
  USDT: ['USDTUSD', 'USDTZUSD'],
  USDC: ['USDCUSD'],
  SOL: ['SOLUSD'],
};

const Answer = z.object({ error: z.array(z.string()), result: z.record(z.string(), z.unknown()).optional() });

/** `c` is the last trade; `v` and `p` are coins traded and average price, today and over 24 hours. */
const Ticker = z.object({
  c: z.tuple([PriceFigure], z.unknown()),
  v: z.tuple([z.unknown(), Figure]).optional().catch(undefined),
  p: z.tuple([z.unknown(), Figure]).optional().catch(undefined),
});

function volumeOf({ v, p }: z.infer<typeof Ticker>): string | null {
  if (!v || !p) return null;
  return plainDecimal(decimalText(multiply(decimal(v[1]), decimal(p[1]))));
}

/** Kraken tells the opening of the UTC day, not of the last 24 hours, so there is no change to pass on. */
function readPair(symbol: string, result: Record<string, unknown>, now: Date): Reading[] {
  const key = pairs[symbol]?.find((pair) => pair in result);
  const ticker = Ticker.safeParse(key ? result[key] : undefined);
  if (!ticker.success) return [];
  const volume24hUsd = volumeOf(ticker.data);
  return [{ symbol, priceUsd: ticker.data.c[0], change24h: null, volume24hUsd, observedAt: now }];
}

/** Prices of the last trades on Kraken, in one call without a key. */
export function kraken(options: ProviderOptions): PriceProvider {
  return {
    name,
    async fetch(symbols, signal) {
      const wanted = symbols.flatMap((symbol) => pairs[symbol]?.[0] ?? []).join(',');
      const question = { provider: name, path: `/0/public/Ticker?pair=${wanted}` };
      const answer = Answer.safeParse(await askProvider(question, options, withinTime(options, signal)));
      if (!answer.success) throw new ProviderFailure(name, 'unreadable');
      const { error, result } = answer.data;
      if (!result) throw new ProviderFailure(name, error.some((e) => e.includes('Rate')) ? 'throttled' : 'refused');
      const readings = symbols.flatMap((symbol) => readPair(symbol, result, options.clock()));
      if (readings.length === 0) throw new ProviderFailure(name, 'unreadable');
      return readings;
    },
  };
}
