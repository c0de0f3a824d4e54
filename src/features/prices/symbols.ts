/** Coins with provider prices, in display order [000 §1, §9]. */
export const quotedSymbols = ['BTC', 'ETH', 'XRP', 'USDT', 'USDC', 'SOL'] as const;
export type QuotedSymbol = (typeof quotedSymbols)[number];

/** Names of all coins [000 §1, §9]. Price lists show Lignum only with a price (decision B11). */
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

const stablecoins: readonly string[] = ['USDT', 'USDC'];

export const isStablecoin = (symbol: string): boolean => stablecoins.includes(symbol);
export const coinName = (symbol: string): string => coinNames[symbol] ?? symbol;

export function listPosition(symbol: string): number {
  const index = Object.keys(coinNames).indexOf(symbol);
  return index < 0 ? Object.keys(coinNames).length : index;
}
