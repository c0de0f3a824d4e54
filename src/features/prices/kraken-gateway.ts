import { z } from 'zod';
import { decimal, formatDecimal, multiply } from '../../kernel/decimal.ts';
import { getMarket } from '../assets/assets.ts';
import { Figure, PriceFigure, type PriceProvider, ProviderFailure, plainDecimal, type Reading } from './provider.ts';
import { type ProviderOptions, requestProvider, withTimeout } from './provider-http.ts';

const name = 'Kraken';

const getPairs = (symbol: string): readonly string[] => getMarket(symbol)?.kraken ?? [];

const Answer = z.object({ error: z.array(z.string()), result: z.record(z.string(), z.unknown()).optional() });

/** `c`: last trade. `v`, `p`: volume and average price, today and over 24 hours. */
const Ticker = z.object({
  c: z.tuple([PriceFigure], z.unknown()),
  v: z.tuple([z.unknown(), Figure]).optional().catch(undefined),
  p: z.tuple([z.unknown(), Figure]).optional().catch(undefined),
});

function getVolumeUsd({ v, p }: z.infer<typeof Ticker>): string | null {
  if (!v || !p) return null;
  return plainDecimal(formatDecimal(multiply(decimal(v[1]), decimal(p[1]))));
}

/** Has no 24-hour change, because Kraken reports only the opening price of the UTC day. */
function parsePair(symbol: string, result: Record<string, unknown>, now: Date): Reading[] {
  const key = getPairs(symbol).find((pair) => pair in result);
  const ticker = Ticker.safeParse(key ? result[key] : undefined);
  if (!ticker.success) return [];
  const volume24hUsd = getVolumeUsd(ticker.data);
  return [{ symbol, priceUsd: ticker.data.c[0], change24h: null, volume24hUsd, observedAt: now }];
}

export function kraken(options: ProviderOptions): PriceProvider {
  return {
    name,
    async fetch(symbols, signal) {
      const pairIds = symbols.flatMap((symbol) => getPairs(symbol)[0] ?? []).join(',');
      const request = { provider: name, path: `/0/public/Ticker?pair=${pairIds}` };
      const answer = Answer.safeParse(await requestProvider(request, options, withTimeout(options, signal)));
      if (!answer.success) throw new ProviderFailure(name, 'unreadable');
      const { error, result } = answer.data;
      if (!result) throw new ProviderFailure(name, error.some((e) => e.includes('Rate')) ? 'throttled' : 'refused');
      const readings = symbols.flatMap((symbol) => parsePair(symbol, result, options.clock()));
      if (readings.length === 0) throw new ProviderFailure(name, 'unreadable');
      return readings;
    },
  };
}
