import type { TokenPrices } from '../settings/schema.ts';
import type { CompanyPrice } from './list-prices.ts';

/**
 * US$ for one token of ours; null where staff have set no price, and for a coin that the market prices (decision B11).
 */
export const companyPrice = (symbol: string, prices: TokenPrices): string | null =>
  Object.hasOwn(prices, symbol) ? prices[symbol as keyof TokenPrices] : null;

/** The lines that our own tokens have in a price list: one for each that has a price. */
export const companyPrices = (prices: TokenPrices, since: Date): CompanyPrice[] =>
  Object.entries(prices).flatMap(([symbol, priceUsd]) => (priceUsd === null ? [] : [{ symbol, priceUsd, since }]));
