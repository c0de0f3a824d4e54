/**
 * The eight assets that trade against the Jamaican dollar [001 §1, §9 Cryptos]. `decimals` is the precision in which we
 * price and book an asset; every network that carries it can hold at least as many places.
 */
export const assetSymbols = ['BTC', 'ETH', 'USDT', 'USDC', 'SOL', 'XRP', 'LGM', 'MHI'] as const;
export type AssetSymbol = (typeof assetSymbols)[number];

/** Where a price comes from: the market, or a setting of the company, which may set none (decision B11). */
export type PriceSource = 'market' | 'company';

export type Asset = {
  readonly symbol: AssetSymbol;
  readonly name: string;
  readonly decimals: number;
  readonly priceFrom: PriceSource;
};

type Traded = { decimals: number; priceFrom?: PriceSource };

const asset = (symbol: AssetSymbol, name: string, { decimals, priceFrom = 'market' }: Traded): Asset => ({
  symbol,
  name,
  decimals,
  priceFrom,
});

/** Symbols and names in the documented order of the select [001 §9 Cryptos]. */
export const assets: Readonly<Record<AssetSymbol, Asset>> = {
  BTC: asset('BTC', 'Bitcoin', { decimals: 8 }),
  ETH: asset('ETH', 'Ethereum', { decimals: 8 }),
  USDT: asset('USDT', 'Tether', { decimals: 6 }),
  USDC: asset('USDC', 'USD Coin', { decimals: 6 }),
  SOL: asset('SOL', 'Solana', { decimals: 9 }),
  XRP: asset('XRP', 'Ripple', { decimals: 6 }),
  LGM: asset('LGM', 'LIGNUM', { decimals: 6, priceFrom: 'company' }),
  MHI: asset('MHI', 'Mahoni', { decimals: 6, priceFrom: 'company' }),
};

export const isAssetSymbol = (text: string): text is AssetSymbol => (assetSymbols as readonly string[]).includes(text);
