import { z } from 'zod';
import { decimal, decimalText, multiply } from '../../kernel/decimal.ts';
import { plainDecimal } from './exact-json.ts';
import { percentChange } from './percent-change.ts';
import { OptionalFigure, PriceFigure, type PriceProvider, ProviderFailure, type Reading } from './provider.ts';
import { askProvider, type ProviderOptions, withinTime } from './provider-http.ts';

const name = 'Coinbase';

/** Coinbase keeps no market of USDC against the dollar: it changes the two one for one itself. */
const products: Record<string, string> = {
  BTC: 'BTC-USD',
  ETH: 'ETH-USD',
  XRP: 'XRP-USD',
  USDT: 'USDT-USD',
  SOL: 'SOL-USD',
};

const Ticker = z.object({
  price: PriceFigure,
  volume: OptionalFigure.optional(),
  time: z.iso.datetime({ offset: true }),
});
const Stats = z.object({ open: PriceFigure });

type Ask = (path: string) => Promise<unknown>;

async function readProduct(symbol: string, ask: Ask): Promise<Reading> {
  const product = `/products/${products[symbol]}`;
  const [found, day] = await Promise.all([ask(`${product}/ticker`), ask(`${product}/stats`).catch(() => null)]);
  const ticker = Ticker.safeParse(found);
  if (!ticker.success) throw new ProviderFailure(name, 'unreadable');
  const { price, volume, time } = ticker.data;
  const stats = Stats.safeParse(day);
  return {
    symbol,
    priceUsd: price,
    change24h: stats.success ? percentChange(decimal(stats.data.open), decimal(price)) : null,
    volume24hUsd: volume ? plainDecimal(decimalText(multiply(decimal(volume), decimal(price)))) : null,
    observedAt: new Date(time),
  };
}

/** Prices of the last trades on Coinbase: two calls a coin, all at once, without a key. One coin may fail alone. */
export function coinbase(options: ProviderOptions): PriceProvider {
  return {
    name,
    async fetch(symbols, signal) {
      const inTime = withinTime(options, signal);
      const ask: Ask = (path) => askProvider({ provider: name, path }, options, inTime);
      const known = symbols.filter((symbol) => symbol in products);
      const answers = await Promise.allSettled(known.map((symbol) => readProduct(symbol, ask)));
      const readings = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
      const failed = answers.find((answer) => answer.status === 'rejected');
      if (readings.length === 0 && failed) throw failed.reason;
      return readings;
    },
  };
}
