import { compareDecimals, decimal } from '../../kernel/decimal.ts';
import { formatPrice } from '../../ui/price-format.ts';
import type { TokenPrices } from '../settings/schema.ts';
import type { CompanyPrice } from './list-prices.ts';

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
