import type { AssetSymbol } from '../coins/assets.ts';

/**
 * What the forms offer, in the documented order [000 §3 kyc_submissions, §9]: kinds of ID, employment, sources of
 * funds, occupations, wallet providers; the labels are what people read.
 */
export const idTypes = {
  drivers_license: "Driver's licence",
  national_id: 'National ID',
  passport: 'Passport',
} as const;
export const defaultIdType = 'national_id';

export const employmentStatuses = {
  employed: 'Employed',
  self_employed: 'Self-employed',
  unemployed: 'Unemployed',
  student: 'Student',
  retired: 'Retired',
} as const;

export const fundsSources = {
  employment: 'Employment',
  business: 'Business',
  investments: 'Investments',
  inheritance: 'Inheritance',
  savings: 'Savings',
  other: 'Other',
} as const;

/** Sources of funds of Enhanced KYC; those of tier 2 stand above [000 §9]. */
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

/** Details are asked for where the name of the occupation says nothing. */
export const occupationNeedsDetails = (occupation: Occupation): boolean => occupation === 'other';

/** The high-risk jurisdictions that the box is about [000 §9]. */
export const highRiskJurisdictions = ['Iran', 'North Korea', 'Myanmar'] as const;

/** The coins that a trusted wallet may hold; their networks are those of `coins/networks.ts` [000 §9]. */
export const walletCoins = [
  'BTC',
  'ETH',
  'USDT',
  'USDC',
  'SOL',
  'XRP',
  'LGM',
] as const satisfies readonly AssetSymbol[];
export type WalletCoin = (typeof walletCoins)[number];

/** The providers of a trusted wallet; Other asks for a name [000 §5 Enhanced KYC, §9]. */
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

/** Trusted wallets that a customer names, at most [000 §5 Enhanced KYC, §9]. */
export const mostWallets = 6;

/** The keys of a table of options, as a schema wants them. */
export const keysOf = <T extends object>(table: T) => Object.keys(table) as [keyof T & string, ...(keyof T & string)[]];

/** How the queue of submissions can be narrowed. */
export const queueFilters = ['all', 'late', 'second', 'customer'] as const;
