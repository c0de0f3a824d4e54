import { coinRows } from './catalog.ts';

export type AssetSymbol = keyof typeof coinRows;
export const assetSymbols = Object.keys(coinRows) as [AssetSymbol, ...AssetSymbol[]];

/** Coins with a price set by the company. */
export type CompanySymbol = {
  [S in AssetSymbol]: (typeof coinRows)[S]['market'] extends null ? S : never;
}[AssetSymbol];
export type QuotedSymbol = Exclude<AssetSymbol, CompanySymbol>;

/** A `company` price is a setting, which can be empty (decision B11). */
export type PriceSource = 'market' | 'company';

export type Asset = {
  readonly symbol: AssetSymbol;
  readonly name: string;
  readonly decimals: number;
  readonly priceFrom: PriceSource;
};

const toAsset = (symbol: AssetSymbol): Asset => {
  const { name, decimals, market } = coinRows[symbol];
  return { symbol, name, decimals, priceFrom: market === null ? 'company' : 'market' };
};

export const assets = Object.fromEntries(assetSymbols.map((symbol) => [symbol, toAsset(symbol)])) as Readonly<
  Record<AssetSymbol, Asset>
>;

export const isAssetSymbol = (text: string): text is AssetSymbol => Object.hasOwn(coinRows, text);

const getPosition = (symbol: AssetSymbol): number => coinRows[symbol].listed.position;

/** Coins with provider prices, in display order [000 §1, §9]. */
export const quotedSymbols = assetSymbols
  .filter((symbol): symbol is QuotedSymbol => coinRows[symbol].market !== null)
  .sort((a, b) => getPosition(a) - getPosition(b)) as [QuotedSymbol, ...QuotedSymbol[]];

/** Ids of the coin at the price providers. Undefined for other symbols. */
export const getMarket = (symbol: string) =>
  isAssetSymbol(symbol) ? (coinRows[symbol].market ?? undefined) : undefined;

/** Name in price lists, which show Lignum only with a price (decision B11). */
export const coinName = (symbol: string): string => (isAssetSymbol(symbol) ? coinRows[symbol].listed.name : symbol);

export const isStablecoin = (symbol: string): boolean => getMarket(symbol)?.isStablecoin === true;

export const listPosition = (symbol: string): number => (isAssetSymbol(symbol) ? getPosition(symbol) : Infinity);
