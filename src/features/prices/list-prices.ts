import { type Decimal, decimal, decimalText, multiply, rescale } from '../../kernel/decimal.ts';
import { isOffPeg } from './cross-check.ts';
import { isDemo, isStale } from './freshness.ts';
import type { ListedPrice } from './schema.ts';
import { type PriceDb, type StandingPrice, storedPrices } from './store.ts';
import { coinName, listPosition } from './symbols.ts';

/** A price that the company sets itself, such as Mahoni's, in US dollars and since when (decision B11). */
export type CompanyPrice = { readonly symbol: string; readonly priceUsd: string; readonly since: Date };

export type PriceListing = {
  readonly now: Date;
  /** J$ for US$1 at which we sell coins (decision B6). */
  readonly houseBuyRate: Decimal;
  readonly companyPrices: readonly CompanyPrice[];
  readonly order: 'symbol' | 'newest';
};

/** Finer than this nobody can show or use a J$ price. */
const jmdPlaces = 18;

/** J$ for a coin at the house rate, exact up to 18 places. */
export function priceInJmd(priceUsd: string, houseBuyRate: Decimal): string {
  const exact = multiply(decimal(priceUsd), houseBuyRate);
  return decimalText(rescale(exact, Math.min(exact.scale, jmdPlaces), 'half-up'));
}

function quoted(price: StandingPrice, { houseBuyRate, now }: PriceListing): ListedPrice {
  const { observedAt, jump, ...rest } = price;
  return {
    ...rest,
    name: coinName(price.symbol),
    priceJmd: priceInJmd(price.priceUsd, houseBuyRate),
    demo: isDemo(price),
    stale: jump !== null || isStale(observedAt, now),
    offPeg: isOffPeg(price.symbol, price.priceUsd),
    setByCompany: false,
  };
}

/** A price that the company sets does not age: it stands until the company sets another. */
function ofCompany({ symbol, priceUsd, since }: CompanyPrice, { houseBuyRate }: PriceListing): ListedPrice {
  return {
    symbol,
    name: coinName(symbol),
    priceUsd,
    priceJmd: priceInJmd(priceUsd, houseBuyRate),
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

/** Turns stored and company prices into the list people see. A company price wins over a quoted one. Pure. */
export function listing(stored: readonly StandingPrice[], how: PriceListing): ListedPrice[] {
  const own = new Set(how.companyPrices.map((price) => price.symbol));
  const lines = [
    ...stored.filter((price) => !own.has(price.symbol)).map((price) => quoted(price, how)),
    ...how.companyPrices.map((price) => ofCompany(price, how)),
  ];
  return lines.toSorted(how.order === 'symbol' ? bySymbol : byNewest);
}

/** All prices, for everybody, by symbol (panel) or newest first (home page) [000 §7 Tables]. */
export const listPrices = async (db: PriceDb, how: PriceListing): Promise<ListedPrice[]> =>
  listing(await storedPrices(db), how);
