import { baseUnits, type Coins, coinsText, parseCoins } from '../../kernel/coins.ts';
import {
  type Currency,
  currencies,
  groupedMoney,
  type Money,
  minorUnits,
  moneyText,
  parseMoney,
} from '../../kernel/money.ts';
import { grouped, withUnit } from '../../ui/figures.ts';
import { type AssetSymbol, assets } from '../coins/assets.ts';

/** What moves: money or coins. */
export type Amount = Money | Coins;
/** JMD, USD, or the symbol of a coin. */
export type Asset = Currency | AssetSymbol;

const isCurrency = (asset: string): asset is Currency => (currencies as readonly string[]).includes(asset);
const decimalsOf = (asset: string): number => assets[asset as AssetSymbol].decimals;

export const assetOf = (amount: Amount): string => ('currency' in amount ? amount.currency : amount.symbol);
/** Cents, or base units. */
export const unitsOf = (amount: Amount): bigint => ('currency' in amount ? amount.minor : amount.base);

/** Another amount of the same. */
export const alike = (amount: Amount, units: bigint): Amount =>
  'currency' in amount ? { ...amount, minor: units } : { ...amount, base: units };

/** Reads what a numeric column or {@link amountPlain} wrote. */
export const readAmount = (asset: string, text: string): Amount =>
  isCurrency(asset)
    ? { currency: asset, minor: minorUnits(text) }
    : { symbol: asset, base: baseUnits(text, decimalsOf(asset)), decimals: decimalsOf(asset) };

/** Reads what a person types; null where it is no amount above zero of this. */
export function parseAmount(like: Amount, text: string): Amount | null {
  const read = 'currency' in like ? parseMoney(text, like.currency) : parseCoins(text, like);
  return read && unitsOf(read) > 0n ? read : null;
}

/** For a column: no mark, no commas. */
export const amountPlain = (amount: Amount): string =>
  'currency' in amount ? moneyText(amount.minor) : coinsText(amount);

/** For people: J$ and US$ told apart (decision C7), thousands grouped, coins with their symbol. */
export const amountWords = (amount: Amount): string =>
  'currency' in amount
    ? `${amount.currency === 'JMD' ? 'J$' : 'US$'}${groupedMoney(amount.minor)}`
    : withUnit(grouped(coinsText(amount)), amount.symbol);
