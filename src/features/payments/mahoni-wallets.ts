/** Wallet types for Mahoni, in the documented order and wording [001 §9 MHI payment wallet types]. */
export const mahoniWalletNames = {
  phantom: 'Phantom Wallet',
  solflare: 'Solflare Wallet',
  backpack: 'Backpack Wallet',
  coinbase: 'Coinbase Wallet',
  trust: 'Trust Wallet',
  metamask_solana: 'MetaMask (Solana)',
  other: 'Other',
} as const;
export type MahoniWallet = keyof typeof mahoniWalletNames;
export const mahoniWallets = Object.keys(mahoniWalletNames) as readonly MahoniWallet[];

/** Returns the name of a listed wallet, or the customer's own text for 'other'. */
export const formatWalletName = (stored: string): string =>
  mahoniWallets.some((type) => type === stored) ? mahoniWalletNames[stored as MahoniWallet] : stored;
