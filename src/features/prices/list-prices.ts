import { after, days, hours } from '../../kernel/clock.ts';
import { type Decimal, decimal, formatDecimal, multiply, rescale } from '../../kernel/decimal.ts';
import { cachedRead } from '../../platform/database/cached-read.ts';
import { coinName, listPosition } from '../assets/assets.ts';
import { isOffPeg } from './cross-check.ts';
import { isDemo, isStale } from './freshness.ts';
import type { ListedPrice, PriceCurve, Range } from './schema.ts';
import { loadPrice, loadPriceCurve, loadPrices, type PriceDb, type PriceWithJump } from './store.ts';

const spans: Record<Range, { readonly lengthMs: number; readonly stepSeconds: number }> = {
  '24h': { lengthMs: hours(24), stepSeconds: 10 * 60 },
  '7d': { lengthMs: days(7), stepSeconds: 60 * 60 },
  '30d': { lengthMs: days(30), stepSeconds: 4 * 60 * 60 },
};

/** Shorter than the 2 seconds that a page waits after a refresh [000 §9]. */
const cacheMs = 1_500;

export const priceHistory = cachedRead(
  cacheMs,
  async ({ db, clock }, { symbol, range }: { symbol: string; range: Range }): Promise<PriceCurve> => {
    const { lengthMs, stepSeconds } = spans[range];
    const demo = (await loadPrice(db, symbol))?.demo ?? false;
    const points = await loadPriceCurve(db, { symbol, since: after(clock(), -lengthMs), stepSeconds, demo });
    return { symbol, range, demo, points };
  },
);

/** Price that the company sets for its own token, such as Mahoni (decision B11). */
export type CompanyPrice = { readonly symbol: string; readonly priceUsd: string; readonly since: Date };

export type PriceListing = {
  readonly now: Date;
  /** J$ per US$1 at which we sell (decision B6). */
  readonly buyRate: Decimal;
  readonly companyPrices: readonly CompanyPrice[];
  readonly order: 'symbol' | 'newest';
};

const jmdPlaces = 18;

export function priceInJmd(priceUsd: string, buyRate: Decimal): string {
  const exact = multiply(decimal(priceUsd), buyRate);
  return formatDecimal(rescale(exact, Math.min(exact.scale, jmdPlaces), 'half-up'));
}

function toListedPrice(price: PriceWithJump, { buyRate, now }: PriceListing): ListedPrice {
  const { observedAt, jump, ...rest } = price;
  return {
    ...rest,
    name: coinName(price.symbol),
    priceJmd: priceInJmd(price.priceUsd, buyRate),
    demo: isDemo(price),
    stale: jump !== null || isStale(observedAt, now),
    offPeg: isOffPeg(price.symbol, price.priceUsd),
    setByCompany: false,
  };
}

function toListedCompanyPrice({ symbol, priceUsd, since }: CompanyPrice, { buyRate }: PriceListing): ListedPrice {
  return {
    symbol,
    name: coinName(symbol),
    priceUsd,
    priceJmd: priceInJmd(priceUsd, buyRate),
    change24h: null,
    volume24hUsd: null,
    source: 'company',
    lastUpdated: since,
    demo: false,
    stale: false,
    offPeg: false,
    setByCompany: true,
  };
}

const bySymbol = (a: ListedPrice, b: ListedPrice) => (a.symbol < b.symbol ? -1 : 1);
const byNewest = (a: ListedPrice, b: ListedPrice) =>
  b.lastUpdated.getTime() - a.lastUpdated.getTime() || listPosition(a.symbol) - listPosition(b.symbol);

export function buildPriceList(stored: readonly PriceWithJump[], options: PriceListing): ListedPrice[] {
  const companySymbols = new Set(options.companyPrices.map((price) => price.symbol));
  const listedPrices = [
    ...stored.filter((price) => !companySymbols.has(price.symbol)).map((price) => toListedPrice(price, options)),
    ...options.companyPrices.map((price) => toListedCompanyPrice(price, options)),
  ];
  return listedPrices.toSorted(options.order === 'symbol' ? bySymbol : byNewest);
}

/** Lists prices by symbol, or newest first [000 §7 Tables]. */
export const listPrices = async (db: PriceDb, options: PriceListing): Promise<ListedPrice[]> =>
  buildPriceList(await loadPrices(db), options);
