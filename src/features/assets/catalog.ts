import type { AddressFamily } from './families.ts';

/** Coins and networks, one row each. `docs/domain/orders.md`, "Add a coin", lists the steps. */

export type NetworkRow = {
  readonly name: string;
  readonly family: AddressFamily;
  /** Usual maximum duration of a transfer [001 §9 Timings]. */
  readonly usualMinutes: number;
  /** Example of a network fee in US cents. Null without an example [001 §9 Timings]. */
  readonly hasTag: boolean;
  /** Lines below the network select [001 §2 Buy Cryptocurrency card]. */
  readonly hints: readonly string[];
  /** Format of a transaction hash in the ledger. */
  readonly hashFormat: 'hex' | 'hex with 0x' | 'hex in capitals' | 'base58 signature';
  /** Block explorers: `https://<host>/<page>/<address>` is accepted as an address. */
  readonly explorers: { readonly hosts: readonly string[]; readonly pages: readonly string[] };
  /** Schemes of payment links, such as `bitcoin:<address>`. */
  readonly linkSchemes: readonly string[];
  /** Chain number [EIP-155] and short names [EIP-3770]. Null outside EVM. */
  readonly evmChain: { readonly id: number; readonly shortNames: readonly string[] } | null;
  /** Our receiving wallet in the demo. No private key exists for it. Production refuses it. */
  readonly demoWallet: { readonly address: string; readonly tag: string | null };
};

const upToOneHourHint = 'Transfers take up to 1 hour.';
const evmHint = 'The address starts with 0x and has 42 characters.';
const noExplorers = { hosts: [], pages: [] };

/** In the documented order [001 §9 Buy networks]. */
export const networkRows = {
  bitcoin: {
    name: 'Bitcoin',
    family: 'bitcoin',
    usualMinutes: 60,
    hasTag: false,
    hints: ['The address starts with 1, 3 or bc1.', upToOneHourHint, 'Network (gas) fees can reach US$20.'],
    hashFormat: 'hex',
    explorers: noExplorers,
    linkSchemes: ['bitcoin'],
    evmChain: null,
    demoWallet: { address: 'bc1qlgt6q2vxdjfz34jc6zhtp6jwh8jdkmkq5t2z8l', tag: null },
  },
  erc20: {
    name: 'Ethereum (ERC20)',
    family: 'evm',
    usualMinutes: 60,
    hasTag: false,
    hints: [evmHint, upToOneHourHint],
    hashFormat: 'hex with 0x',
    explorers: { hosts: ['etherscan.io'], pages: ['address'] },
    linkSchemes: ['ethereum'],
    evmChain: { id: 1, shortNames: ['eth'] },
    demoWallet: { address: '0x00000000000000000000000000000000DeaDBeef', tag: null },
  },
  bep20: {
    name: 'BSC (BEP20)',
    family: 'evm',
    usualMinutes: 3,
    hasTag: false,
    hints: [
      evmHint,
      'The address looks like one on Ethereum. Check that your wallet receives on this network.',
      'Transfers take about 3 minutes.',
      'Network (gas) fees are about US$0.10.',
    ],
    hashFormat: 'hex with 0x',
    explorers: { hosts: ['bscscan.com'], pages: ['address'] },
    linkSchemes: [],
    evmChain: { id: 56, shortNames: ['bnb'] },
    demoWallet: { address: '0x00000000000000000000000000000000DeaDBeef', tag: null },
  },
  trc20: {
    name: 'Tron (TRC20)',
    family: 'tron',
    usualMinutes: 60,
    hasTag: false,
    hints: ['The address starts with T and has 34 characters.', upToOneHourHint],
    hashFormat: 'hex',
    explorers: noExplorers,
    linkSchemes: ['tron'],
    evmChain: null,
    demoWallet: { address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', tag: null },
  },
  solana: {
    name: 'Solana',
    family: 'solana',
    usualMinutes: 60,
    hasTag: false,
    hints: [
      'The address has 32 to 44 letters and digits.',
      'This network cannot detect a typing mistake. Compare the last 6 characters.',
      upToOneHourHint,
    ],
    hashFormat: 'base58 signature',
    explorers: {
      hosts: ['solscan.io', 'explorer.solana.com', 'solana.fm', 'solanabeach.io'],
      pages: ['account', 'address'],
    },
    linkSchemes: ['solana'],
    evmChain: null,
    demoWallet: { address: '11111111111111111111111111111112', tag: null },
  },
  xrp: {
    name: 'XRP Ledger',
    family: 'xrp',
    usualMinutes: 60,
    hasTag: true,
    hints: ['The address starts with r or X.', 'XRP: include the memo or tag or funds may be lost.', upToOneHourHint],
    hashFormat: 'hex in capitals',
    explorers: noExplorers,
    linkSchemes: ['xrp', 'ripple'],
    evmChain: null,
    demoWallet: { address: 'rrrrrrrrrrrrrrrrrrrrBZbvji', tag: '1000001' },
  },
} as const satisfies Record<string, NetworkRow>;

export type NetworkOption = { readonly network: keyof typeof networkRows; readonly label: string };

type MarketRow = {
  readonly isStablecoin: boolean;
  /** Ids at the price providers. Null where a provider has no own price of the coin. */
  readonly coinMarketCap: string;
  readonly coinGecko: string;
  readonly coinbase: string | null;
  /** Kraken's name of the pair, and its name in answers where that differs. */
  readonly kraken: readonly [string, ...string[]] | null;
  /** Invented price in the demo and in tests. */
  readonly demoPriceUsd: string;
};

type CoinRow = {
  readonly name: string;
  /** Trading precision, which all networks of the coin support. */
  readonly decimals: number;
  /** In the documented order [000 §9, 001 §9 Buy networks]. */
  readonly networks: readonly NetworkOption[];
  /** Name and unique position in price lists [000 §1, §9]. */
  readonly listed: { readonly name: string; readonly position: number };
  /** Null for coins that the company prices: their price is a setting, which can be empty (decision B11). */
  readonly market: MarketRow | null;
};

const bep20: NetworkOption = { network: 'bep20', label: 'BEP20' };
const erc20: NetworkOption = { network: 'erc20', label: 'Ethereum (ERC20)' };
const solana: NetworkOption = { network: 'solana', label: 'Solana (Sol)' };

/** In the documented order of the select [001 §1, §9 Cryptos]. */
export const coinRows = {
  BTC: {
    name: 'Bitcoin',
    decimals: 8,
    networks: [{ network: 'bitcoin', label: 'Bitcoin Network (BTC)' }, bep20],
    listed: { name: 'Bitcoin', position: 1 },
    market: {
      isStablecoin: false,
      coinMarketCap: '1',
      coinGecko: 'bitcoin',
      coinbase: 'BTC-USD',
      kraken: ['XBTUSD', 'XXBTZUSD'],
      demoPriceUsd: '118412.57',
    },
  },
  ETH: {
    name: 'Ethereum',
    decimals: 8,
    networks: [erc20, bep20],
    listed: { name: 'Ethereum', position: 2 },
    market: {
      isStablecoin: false,
      coinMarketCap: '1027',
      coinGecko: 'ethereum',
      coinbase: 'ETH-USD',
      kraken: ['ETHUSD', 'XETHZUSD'],
      demoPriceUsd: '4126.83',
    },
  },
  USDT: {
    name: 'Tether',
    decimals: 6,
    networks: [erc20, { network: 'trc20', label: 'Tron (TRC20)' }, { network: 'bep20', label: 'BSC (BEP20)' }],
    listed: { name: 'Tether', position: 4 },
    market: {
      isStablecoin: true,
      coinMarketCap: '825',
      coinGecko: 'tether',
      coinbase: 'USDT-USD',
      kraken: ['USDTUSD', 'USDTZUSD'],
      demoPriceUsd: '1.00021',
    },
  },
  USDC: {
    name: 'USD Coin',
    decimals: 6,
    networks: [solana, bep20],
    listed: { name: 'USD Coin', position: 5 },
    market: {
      isStablecoin: true,
      coinMarketCap: '3408',
      coinGecko: 'usd-coin',
      // Coinbase converts USDC one to one.
      coinbase: null,
      kraken: ['USDCUSD'],
      demoPriceUsd: '0.99994',
    },
  },
  SOL: {
    name: 'Solana',
    decimals: 9,
    networks: [solana, bep20],
    listed: { name: 'Solana', position: 6 },
    market: {
      isStablecoin: false,
      coinMarketCap: '5426',
      coinGecko: 'solana',
      coinbase: 'SOL-USD',
      kraken: ['SOLUSD'],
      demoPriceUsd: '182.476',
    },
  },
  XRP: {
    name: 'Ripple',
    decimals: 6,
    networks: [{ network: 'xrp', label: 'XRP' }, bep20],
    listed: { name: 'XRP', position: 3 },
    market: {
      isStablecoin: false,
      coinMarketCap: '52',
      coinGecko: 'ripple',
      coinbase: 'XRP-USD',
      kraken: ['XRPUSD', 'XXRPZUSD'],
      demoPriceUsd: '2.4718',
    },
  },
  LGM: { name: 'LIGNUM', decimals: 6, networks: [solana], listed: { name: 'Lignum', position: 7 }, market: null },
  MHI: { name: 'Mahoni', decimals: 6, networks: [solana], listed: { name: 'Mahoni', position: 8 }, market: null },
} as const satisfies Record<string, CoinRow>;
