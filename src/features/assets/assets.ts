/** The eight assets [001 §1, §9 Cryptos]. */
export const assetSymbols = ['BTC', 'ETH', 'USDT', 'USDC', 'SOL', 'XRP', 'LGM', 'MHI'] as const;
export type AssetSymbol = (typeof assetSymbols)[number];

/** A `company` price is a setting, which can be empty (decision B11). */
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

/** In the documented order of the select [001 §9 Cryptos]. */
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
