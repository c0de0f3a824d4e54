/**
 * The kinds of wallet from which Mahoni is paid, in the documented order and words [001 §9 MHI payment wallet types].
 */
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

/** The name of a stored kind; what a customer wrote for 'other' stands as it was written. */
export const mahoniWalletName = (stored: string): string =>
  mahoniWallets.some((type) => type === stored) ? mahoniWalletNames[stored as MahoniWallet] : stored;
