import { type Network, networkIds, networks } from '../assets/networks.ts';
import type { CompanyWallets, Settings } from './schema.ts';

const byNetwork = <T>(getValue: (network: Network) => T) =>
  Object.fromEntries(networkIds.map((network) => [network, getValue(network)])) as Record<Network, T>;

/**
 * Demo settings (decisions B5, B6, B11, C9). The specification sets rates, fee, caps, company wallets, plan prices and
 * the Mahoni price [001 §9 Fees and rates, Monthly limits, Sell company wallets, Subscriptions]. Accounts, wallets and
 * contacts are invented. Production refuses to start with these values.
 */
export const demoSettings: Settings = {
  rates: {
    buy: '175',
    sell: '150',
    market: { rate: '160.50', source: 'Demo figure, not a published rate', asOf: '2026-11-20' },
  },
  fee: { basisPoints: 800 },
  caps: { none: 25, tier1: 1500, tier2: null, gate: 1000 },
  order_limits: { open: { none: 3, tier1: 10, tier2: 20 }, unpaid: 3, perDay: 40, perPicture: 1, heldBeforeCase: 2 },
  order_sizes: {
    smallest: { buy: 1000, sell: 1000 },
    networkCost: byNetwork(() => 0),
  },
  price_guard: { jumpPercent: 10, withinMinutes: 1440, confirmMinutes: 10 },
  price_windows: { bankTransfer: 1440, card: 60, crypto: 60, choiceHours: 48, searchDays: 10, graceHours: 24 },
  bank_accounts: {
    JMD: {
      bank: 'Demo Bank of Jamaica',
      accountName: 'Cryptocommerce Demo Ltd',
      accountType: 'Savings',
      number: '0000 1111 222',
      branch: 'Demo Branch, Kingston',
    },
    USD: {
      bank: 'Demo Bank of Jamaica',
      accountName: 'Cryptocommerce Demo Ltd',
      accountType: 'Savings',
      number: '0000 3333 444',
      branch: 'Demo Branch, Kingston',
    },
  },
  company_wallets: byNetwork((network) => networks[network].demoWallet),
  asset_switches: { paused: [] },
  company: {
    name: 'Cryptocommerce',
    supportEmail: 'support@cryptocommerce.example',
    phone: '+1 876 555 0100',
    whatsapp: null,
    communityUrl: 'https://community.cryptocommerce.example',
    social: {
      instagram: 'https://instagram.example/cryptocommerce',
      facebook: null,
      x: null,
      youtube: null,
    },
  },
  token_prices: { MHI: '0.000068', LGM: null },
  plan_prices: { basic: 5000, personal: 6000, professional: 7000, workshop: 4000 },
  token_contracts: {
    MHI: 'MahoniDemo111111111111111111111111111111111',
    LGM: 'LignumDemo111111111111111111111111111111111',
  },
  cash_deposits: { ceiling: 1_000_000, words: 'CASH DEPOSIT, CASH DEP, CSH DEP, COUNTER DEPOSIT, DEPOSIT-CASH' },
  awards: { attendance: 5000 },
  first_order: { lesson: 'asked' },
  scam_reports: { perDay: 5, open: 10, looksPerHour: 600, warnFrom: 2, coolingHours: 24 },
  payee_wait: { hours: 24, from: 500_000 },
  discounts: { state: 'closed' },
  cards: { provider: 'sandbox', forCrypto: 'open', forEverythingElse: 'open', keptHours: 24 },
};

export const isDemoWallet = (network: keyof CompanyWallets, address: string): boolean =>
  demoSettings.company_wallets[network].address === address;
