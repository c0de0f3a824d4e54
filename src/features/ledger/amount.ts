import { type CryptoAmount, formatBaseUnits, parseBaseUnits, parseCoins } from '../../kernel/coins.ts';
import {
  type Currency,
  currencies,
  formatGroupedMinorUnits,
  formatMinorUnits,
  type Money,
  parseMinorUnits,
  parseMoney,
} from '../../kernel/money.ts';
import { formatWithUnit, groupThousands } from '../../ui/number-format.ts';
import { type AssetSymbol, assets } from '../assets/assets.ts';

export type Amount = Money | CryptoAmount;
export type Asset = Currency | AssetSymbol;

const isCurrency = (asset: string): asset is Currency => (currencies as readonly string[]).includes(asset);
const getDecimals = (asset: string): number => assets[asset as AssetSymbol].decimals;

export const getAsset = (amount: Amount): string => ('currency' in amount ? amount.currency : amount.symbol);
/** Returns cents of a currency, or base units of a token. */
export const minorUnitsOf = (amount: Amount): bigint => ('currency' in amount ? amount.minor : amount.base);

export const replaceUnits = (amount: Amount, units: bigint): Amount =>
  'currency' in amount ? { ...amount, minor: units } : { ...amount, base: units };

/** Parses a database column or the result of {@link formatPlainAmount}. */
export const parseStoredAmount = (asset: string, text: string): Amount =>
  isCurrency(asset)
    ? { currency: asset, minor: parseMinorUnits(text) }
    : { symbol: asset, base: parseBaseUnits(text, getDecimals(asset)), decimals: getDecimals(asset) };

/** Parses user input in the asset of `like`. Returns null unless the amount is above zero. */
export function parseAmount(like: Amount, text: string): Amount | null {
  const read = 'currency' in like ? parseMoney(text, like.currency) : parseCoins(text, like);
  return read && minorUnitsOf(read) > 0n ? read : null;
}

/** Formats for database columns: no currency symbol, no commas. */
export const formatPlainAmount = (amount: Amount): string =>
  'currency' in amount ? formatMinorUnits(amount.minor) : formatBaseUnits(amount);

/** Formats for screens: J$ or US$ (decision C7) with thousands separators, tokens with their symbol. */
export const formatAmount = (amount: Amount): string =>
  'currency' in amount
    ? `${amount.currency === 'JMD' ? 'J$' : 'US$'}${formatGroupedMinorUnits(amount.minor)}`
    : formatWithUnit(groupThousands(formatBaseUnits(amount)), amount.symbol);
