import { compareDecimals, decimal } from '../../kernel/decimal.ts';
import { formatPrice } from '../../ui/price-format.ts';
import type { TokenPrices } from '../settings/schema.ts';
import type { CompanyPrice } from './list-prices.ts';

/** US$ per token; null without a price, and for coins priced by the market (decision B11). */
export const getCompanyPrice = (symbol: string, prices: TokenPrices): string | null =>
  Object.hasOwn(prices, symbol) ? prices[symbol as keyof TokenPrices] : null;

export const listCompanyPrices = (prices: TokenPrices, since: Date): CompanyPrice[] =>
  Object.entries(prices).flatMap(([symbol, priceUsd]) => (priceUsd === null ? [] : [{ symbol, priceUsd, since }]));

const isDisplayedExactly = (priceUsd: string): boolean =>
  compareDecimals(decimal(formatPrice(priceUsd).replaceAll(',', '')), decimal(priceUsd)) === 0;

/** Refuses a price finer than pages show (decisions A1, B11). An unchanged price passes. */
export function findTokenPriceFault(prices: TokenPrices, before: TokenPrices): string | null {
  for (const [symbol, priceUsd] of Object.entries(prices))
    if (priceUsd !== null && priceUsd !== before[symbol as keyof TokenPrices] && !isDisplayedExactly(priceUsd))
      return `${symbol}: customers would see US$${formatPrice(priceUsd)}. Use no more decimals than that.`;
  return null;
}
