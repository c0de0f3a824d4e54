import { compareDecimals, decimal } from '../../kernel/decimal.ts';
import { priceText } from '../../ui/price-format.ts';
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

const isShownWhole = (priceUsd: string): boolean =>
  compareDecimals(decimal(priceText(priceUsd).replaceAll(',', '')), decimal(priceUsd)) === 0;

/**
 * What is wrong with new prices of our tokens: one that is finer than pages, forms and receipts show it. We would trade
 * at another price than we tell, or at one that reads as none (decisions A1, B11). One that stands is left alone.
 */
export function faultOfPrices(value: TokenPrices, before: TokenPrices): string | null {
  for (const [symbol, priceUsd] of Object.entries(value))
    if (priceUsd !== null && priceUsd !== before[symbol as keyof TokenPrices] && !isShownWhole(priceUsd))
      return `${symbol}: everybody would be shown US$${priceText(priceUsd)}. Leave off what comes behind that.`;
  return null;
}
