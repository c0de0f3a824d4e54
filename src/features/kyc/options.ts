import { type AssetSymbol, assetSymbols } from '../assets/assets.ts';

/** Options of Enhanced KYC in the order of the specification [000 §3 kyc_submissions, §9]. */
export const enhancedFundsSources = {
  employment_salary: 'Employment salary',
  business_income: 'Business income',
  investment_returns: 'Investment returns',
  inheritance: 'Inheritance',
  gift: 'Gift',
  real_estate: 'Real estate',
  cryptocurrency: 'Cryptocurrency',
  other: 'Other',
} as const;

export const occupations = {
  political_figure: 'Political figure',
  government_official: 'Government official',
  military_official: 'Military official',
  diplomat: 'Diplomat',
  judge: 'Judge',
  senior_executive: 'Senior executive',
  financial_services: 'Financial services',
  real_estate: 'Real estate',
  art_dealer: 'Art dealer',
  precious_metals: 'Precious metals',
  crypto_business: 'Crypto business',
  money_service: 'Money service',
  gambling: 'Gambling',
  other: 'Other',
} as const;
export type Occupation = keyof typeof occupations;

export const occupationNeedsDetails = (occupation: Occupation): boolean => occupation === 'other';

/** Countries named by the jurisdiction checkbox [000 §9]. */
export const highRiskJurisdictions = ['Iran', 'North Korea', 'Myanmar'] as const;

/** Coins of trusted wallets: all except Mahoni, which is only paid to us [000 §9]. */
export type WalletCoin = Exclude<AssetSymbol, 'MHI'>;
export const walletCoins = assetSymbols.filter((symbol) => symbol !== 'MHI') as [WalletCoin, ...WalletCoin[]];

/** Wallet providers [000 §5 Enhanced KYC, §9]. `other` requires a name. */
export const walletProviders = {
  binance: 'Binance',
  trust_wallet: 'Trust Wallet',
  metamask: 'MetaMask',
  coinbase_wallet: 'Coinbase Wallet',
  ledger: 'Hardware Wallet (Ledger)',
  trezor: 'Hardware Wallet (Trezor)',
  exodus: 'Exodus',
  phantom: 'Phantom',
  walletconnect: 'WalletConnect',
  other: 'Other',
} as const;
export type WalletProvider = keyof typeof walletProviders;

/** [000 §5 Enhanced KYC, §9] */
export const maxTrustedWallets = 6;

export const queueFilters = ['all', 'late', 'second', 'customer'] as const;
