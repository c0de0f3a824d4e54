import { z } from 'zod';
import { getMarket } from '../assets/assets.ts';
import { OptionalFigure, PriceFigure, type PriceProvider, ProviderFailure, type Reading } from './provider.ts';
import { type ProviderOptions, requestProvider, withTimeout } from './provider-http.ts';

const name = 'CoinGecko';
const getId = (symbol: string): string => getMarket(symbol)?.coinGecko ?? '';

const Answer = z.record(z.string(), z.unknown());
const Coin = z.object({
  usd: PriceFigure,
  usd_24h_change: OptionalFigure.optional(),
  usd_24h_vol: OptionalFigure.optional(),
  last_updated_at: z.string().regex(/^\d{9,11}$/),
});

function parseCoin(symbol: string, raw: unknown): Reading[] {
  const coin = Coin.safeParse(raw);
  if (!coin.success) return [];
  const { usd, usd_24h_change, usd_24h_vol, last_updated_at } = coin.data;
  const observedAt = new Date(Number(last_updated_at) * 1_000);
  return [{ symbol, priceUsd: usd, change24h: usd_24h_change ?? null, volume24hUsd: usd_24h_vol ?? null, observedAt }];
}

const buildPath = (symbols: readonly string[]): string => {
  const coinIds = symbols.map(getId).filter(Boolean).join(',');
  const options = 'include_24hr_change=true&include_24hr_vol=true&include_last_updated_at=true&precision=full';
  return `/api/v3/simple/price?ids=${coinIds}&vs_currencies=usd&${options}`;
};

/** Fetches all coins in one request. The key is optional. */
export function coinGecko(options: ProviderOptions): PriceProvider {
  return {
    name,
    async fetch(symbols, signal) {
      const headers: Record<string, string> = options.key ? { 'x-cg-demo-api-key': options.key } : {};
      const request = { provider: name, path: buildPath(symbols), headers };
      const answer = Answer.safeParse(await requestProvider(request, options, withTimeout(options, signal)));
      if (!answer.success) throw new ProviderFailure(name, 'unreadable');
      const readings = symbols.flatMap((symbol) => parseCoin(symbol, answer.data[getId(symbol)]));
      if (readings.length === 0) throw new ProviderFailure(name, 'unreadable');
      return readings;
    },
  };
}
