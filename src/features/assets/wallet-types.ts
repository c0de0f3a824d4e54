/** Wallet kinds of a sale, as stored [001 §9 Sell wallet types]. */
export const walletTypes = [
  'binance',
  'cexio',
  'mexc',
  'coinbase',
  'kucoin',
  'metamask',
  'trustwallet',
  'phantom',
  'exodus',
  'hardware_wallet',
  'other',
] as const;
export type WalletType = (typeof walletTypes)[number];

export const walletTypeNames: Readonly<Record<WalletType, string>> = {
  binance: 'Binance',
  cexio: 'CEX.IO',
  mexc: 'MEXC',
  coinbase: 'Coinbase',
  kucoin: 'KuCoin',
  metamask: 'MetaMask',
  trustwallet: 'Trust Wallet',
  phantom: 'Phantom',
  exodus: 'Exodus',
  hardware_wallet: 'Hardware wallet',
  other: 'Other',
};

export const walletTypeName = (stored: string): string =>
  walletTypes.some((type) => type === stored) ? walletTypeNames[stored as WalletType] : stored;
