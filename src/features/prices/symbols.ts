/**
 * The coins whose price outside providers tell us, in the order in which we show them first: prices are shown for these
 * [000 §1, §9].
 */
export const quotedSymbols = ['BTC', 'ETH', 'XRP', 'USDT', 'USDC', 'SOL'] as const;
export type QuotedSymbol = (typeof quotedSymbols)[number];

/**
 * Every coin that may stand in a price list, Lignum and Mahoni too, and its name [000 §1, §9]. Lignum stands there only
 * while staff have set a price for it (decision B11).
 */
export const coinNames: Record<string, string> = {
  BTC: 'Bitcoin',
  ETH: 'Ethereum',
  XRP: 'XRP',
  USDT: 'Tether',
  USDC: 'USD Coin',
  SOL: 'Solana',
  LGM: 'Lignum',
  MHI: 'Mahoni',
};

/** Coins that promise to be worth one US dollar. */
const stablecoins: readonly string[] = ['USDT', 'USDC'];

export const isStablecoin = (symbol: string): boolean => stablecoins.includes(symbol);
export const coinName = (symbol: string): string => coinNames[symbol] ?? symbol;

/** Where a coin stands among equals in a list; unknown ones come last. */
export function listPosition(symbol: string): number {
  const index = Object.keys(coinNames).indexOf(symbol);
  return index < 0 ? Object.keys(coinNames).length : index;
}
