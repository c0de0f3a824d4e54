import { z } from 'zod';
import { OptionalFigure, PriceFigure, type PriceProvider, ProviderFailure, type Reading } from './provider.ts';
import { askProvider, type ProviderOptions, withinTime } from './provider-http.ts';

const name = 'CoinGecko';
const ids: Record<string, string> = {
  BTC: 'bitcoin',
  ETH: 'ethereum',
  XRP: 'ripple',
  USDT: 'tether',
  USDC: 'usd-coin',
  SOL: 'solana',
};

const Answer = z.record(z.string(), z.unknown());
const Coin = z.object({
  usd: PriceFigure,
  usd_24h_change: OptionalFigure.optional(),
  usd_24h_vol: OptionalFigure.optional(),
  last_updated_at: z.string().regex(/^\d{9,11}$/),
});

function readCoin(symbol: string, found: unknown): Reading[] {
  const coin = Coin.safeParse(found);
  if (!coin.success) return [];
  const { usd, usd_24h_change, usd_24h_vol, last_updated_at } = coin.data;
  const observedAt = new Date(Number(last_updated_at) * 1_000);
  return [{ symbol, priceUsd: usd, change24h: usd_24h_change ?? null, volume24hUsd: usd_24h_vol ?? null, observedAt }];
}

const pathOf = (symbols: readonly string[]): string => {
  const wanted = symbols.flatMap((symbol) => ids[symbol] ?? []).join(',');
  const wishes = 'include_24hr_change=true&include_24hr_vol=true&include_last_updated_at=true&precision=full';
  return `/api/v3/simple/price?ids=${wanted}&vs_currencies=usd&${wishes}`;
};

/** Prices from CoinGecko in one call; it answers without a key, and more reliably with one. */
export function coinGecko(options: ProviderOptions): PriceProvider {
  return {
    name,
    async fetch(symbols, signal) {
      const headers: Record<string, string> = options.key ? { 'x-cg-demo-api-key': options.key } : {};
      const question = { provider: name, path: pathOf(symbols), headers };
      const answer = Answer.safeParse(await askProvider(question, options, withinTime(options, signal)));
      if (!answer.success) throw new ProviderFailure(name, 'unreadable');
      const readings = symbols.flatMap((symbol) => readCoin(symbol, answer.data[ids[symbol] ?? '']));
      if (readings.length === 0) throw new ProviderFailure(name, 'unreadable');
      return readings;
    },
  };
}
