import { z } from 'zod';
import { getMarket } from '../assets/assets.ts';
import {
  type FailureReason,
  OptionalFigure,
  PriceFigure,
  type PriceProvider,
  ProviderFailure,
  type Reading,
} from './provider.ts';
import { type ProviderOptions, requestProvider, withTimeout } from './provider-http.ts';

const name = 'CoinMarketCap';

const Quote = z.object({
  price: PriceFigure,
  volume_24h: OptionalFigure.optional(),
  percent_change_24h: OptionalFigure.optional(),
  last_updated: z.iso.datetime({ offset: true }).optional(),
});
const UsdInObject = z.object({ USD: Quote }).transform((quotes) => quotes.USD);
const UsdInArray = z.array(z.looseObject({ symbol: z.string() })).transform((quotes, check) => {
  const usd = Quote.safeParse(quotes.find((quote) => quote.symbol === 'USD'));
  if (!usd.success) check.addIssue({ code: 'custom', message: 'no quote in USD' });
  return usd.data ?? z.NEVER;
});
const Asset = z.object({ id: z.string(), quote: z.union([UsdInObject, UsdInArray]) });
const Envelope = z.object({
  status: z.object({ error_code: z.string() }),
  data: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).nullish(),
});

/** CoinMarketCap uses the codes 1008 to 1011 for rate limits. */
const getFailureReason = (errorCode: string): FailureReason =>
  /^10(08|09|10|11)$/.test(errorCode) ? 'throttled' : 'refused';

function parseAssets(answer: unknown): unknown[] {
  const envelope = Envelope.safeParse(answer);
  if (!envelope.success) throw new ProviderFailure(name, 'unreadable');
  const { status, data } = envelope.data;
  if (status.error_code !== '0') throw new ProviderFailure(name, getFailureReason(status.error_code));
  return Array.isArray(data) ? data : Object.values(data ?? {}).flat();
}

function parseAsset(raw: unknown, symbols: readonly string[], now: Date): Reading[] {
  const asset = Asset.safeParse(raw);
  if (!asset.success) return [];
  const symbol = symbols.find((wanted) => getMarket(wanted)?.coinMarketCap === asset.data.id);
  if (!symbol) return [];
  const { price, percent_change_24h, volume_24h, last_updated } = asset.data.quote;
  const observedAt = last_updated ? new Date(last_updated) : now;
  return [
    { symbol, priceUsd: price, change24h: percent_change_24h ?? null, volume24hUsd: volume_24h ?? null, observedAt },
  ];
}

/** Fetches all coins in one request, so that a month of refreshes fits the free plan. */
export function coinMarketCap(options: ProviderOptions & { readonly key: string }): PriceProvider {
  return {
    name,
    async fetch(symbols, signal) {
      const coinIds = symbols.flatMap((symbol) => getMarket(symbol)?.coinMarketCap ?? []).join(',');
      const path = `/v3/cryptocurrency/quotes/latest?id=${coinIds}&convert=USD`;
      const request = { provider: name, path, headers: { 'x-cmc_pro_api_key': options.key } };
      const assets = parseAssets(await requestProvider(request, options, withTimeout(options, signal)));
      const readings = assets.flatMap((asset) => parseAsset(asset, symbols, options.clock()));
      if (readings.length === 0) throw new ProviderFailure(name, 'unreadable');
      return readings;
    },
  };
}
