import { z } from 'zod';
import { type Decimal, decimal, divide, formatDecimal, multiply, pow10, rescale } from '../../kernel/decimal.ts';
import { getMarket } from '../assets/assets.ts';
import {
  OptionalFigure,
  PriceFigure,
  type PriceProvider,
  ProviderFailure,
  plainDecimal,
  type Reading,
} from './provider.ts';
import { type ProviderOptions, requestProvider, withTimeout } from './provider-http.ts';

const places = 4;

/** Returns four decimals and rounds halves away from zero. `from` must be above zero. */
export function getPercentChange(from: Decimal, to: Decimal): string {
  const scale = Math.max(from.scale, to.scale);
  const [before, now] = [rescale(from, scale, 'down').units, rescale(to, scale, 'down').units];
  return formatDecimal({ units: divide((now - before) * pow10(2 + places), before, 'half-up'), scale: places });
}

const name = 'Coinbase';

const Ticker = z.object({
  price: PriceFigure,
  volume: OptionalFigure.optional(),
  time: z.iso.datetime({ offset: true }),
});
const Stats = z.object({ open: PriceFigure });

type FetchPath = (path: string) => Promise<unknown>;

async function loadProduct(symbol: string, fetchPath: FetchPath): Promise<Reading> {
  const product = `/products/${getMarket(symbol)?.coinbase}`;
  const [rawTicker, rawStats] = await Promise.all([
    fetchPath(`${product}/ticker`),
    fetchPath(`${product}/stats`).catch(() => null),
  ]);
  const ticker = Ticker.safeParse(rawTicker);
  if (!ticker.success) throw new ProviderFailure(name, 'unreadable');
  const { price, volume, time } = ticker.data;
  const stats = Stats.safeParse(rawStats);
  return {
    symbol,
    priceUsd: price,
    change24h: stats.success ? getPercentChange(decimal(stats.data.open), decimal(price)) : null,
    volume24hUsd: volume ? plainDecimal(formatDecimal(multiply(decimal(volume), decimal(price)))) : null,
    observedAt: new Date(time),
  };
}

export function coinbase(options: ProviderOptions): PriceProvider {
  return {
    name,
    async fetch(symbols, signal) {
      const timeoutSignal = withTimeout(options, signal);
      const fetchPath: FetchPath = (path) => requestProvider({ provider: name, path }, options, timeoutSignal);
      const listedSymbols = symbols.filter((symbol) => getMarket(symbol)?.coinbase);
      const answers = await Promise.allSettled(listedSymbols.map((symbol) => loadProduct(symbol, fetchPath)));
      const readings = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
      const failed = answers.find((answer) => answer.status === 'rejected');
      if (readings.length === 0 && failed) throw failed.reason;
      return readings;
    },
  };
}
