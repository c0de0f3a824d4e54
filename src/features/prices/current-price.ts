import { compareDecimals, decimal } from '../../kernel/decimal.ts';
import { formatPrice } from '../../ui/price-format.ts';
import type { TokenPrices } from '../settings/schema.ts';
import { isOffPeg } from './cross-check.ts';
import { isStale } from './freshness.ts';
import type { CompanyPrice } from './list-prices.ts';
import { type HistoryEntry, loadPrice, loadPriceAt, type PriceDb, type StoredPrice } from './store.ts';

/** `stale` prices are too old (decision C6) or have an unconfirmed jump. Orders cannot use them. */
export type CurrentPrice = StoredPrice & { readonly stale: boolean; readonly offPeg: boolean };

export async function findCurrentPrice(db: PriceDb, symbol: string, now: Date): Promise<CurrentPrice | null> {
  const price = await loadPrice(db, symbol);
  if (!price) return null;
  const stale = price.jump !== null || isStale(price.observedAt, now);
  return { ...price, stale, offPeg: isOffPeg(symbol, price.priceUsd) };
}

/** Returns the price at which orders could trade at that time. Null without one, and for a stablecoin off its peg. */
export async function findPriceAt(
  db: PriceDb,
  symbol: string,
  moment: Date,
): Promise<Omit<HistoryEntry, 'symbol'> | null> {
  const price = await loadPriceAt(db, symbol, moment);
  return price && !isOffPeg(symbol, price.priceUsd) ? price : null;
}

/** Returns the company price of a token in US$. Null without one, and for other coins (decision B11). */
export const getCompanyPrice = (symbol: string, prices: TokenPrices): string | null =>
  Object.hasOwn(prices, symbol) ? prices[symbol as keyof TokenPrices] : null;

export const listCompanyPrices = (prices: TokenPrices, since: Date): CompanyPrice[] =>
  Object.entries(prices).flatMap(([symbol, priceUsd]) => (priceUsd === null ? [] : [{ symbol, priceUsd, since }]));

const isDisplayedExactly = (priceUsd: string): boolean =>
  compareDecimals(decimal(formatPrice(priceUsd).replaceAll(',', '')), decimal(priceUsd)) === 0;

/** Rejects a new price with more decimals than pages show (decisions A1, B11). Returns an error text or null. */
export function findTokenPriceFault(prices: TokenPrices, before: TokenPrices): string | null {
  for (const [symbol, priceUsd] of Object.entries(prices))
    if (priceUsd !== null && priceUsd !== before[symbol as keyof TokenPrices] && !isDisplayedExactly(priceUsd))
      return `${symbol}: customers would see US$${formatPrice(priceUsd)}. Use no more decimals than that.`;
  return null;
}
