import { type AssetSymbol, assetSymbols } from './assets.ts';

/** The six networks [001 §9 Buy networks]. */
export const networkIds = ['bitcoin', 'erc20', 'bep20', 'trc20', 'solana', 'xrp'] as const;
export type Network = (typeof networkIds)[number];

export const addressFamilies = ['bitcoin', 'evm', 'tron', 'solana', 'xrp'] as const;
export type AddressFamily = (typeof addressFamilies)[number];

export type NetworkFacts = {
  readonly id: Network;
  readonly name: string;
  readonly family: AddressFamily;
  /** Usual maximum duration of a transfer [001 §9 Timings]. */
  readonly usualMinutes: number;
  /** Example of a network fee in US cents. Null without an example [001 §9 Timings]. */
  readonly gasUpToUsdCents: bigint | null;
  readonly hasTag: boolean;
  /** Lines below the network select [001 §2 Buy Cryptocurrency card]. */
  readonly hints: readonly string[];
};

const upToOneHourHint = 'Transfers take up to 1 hour.';
const sameFormHint = 'The address looks like one on Ethereum. Check that your wallet receives on this network.';

export const networks: Readonly<Record<Network, NetworkFacts>> = {
  bitcoin: {
    id: 'bitcoin',
    name: 'Bitcoin',
    family: 'bitcoin',
    usualMinutes: 60,
    gasUpToUsdCents: 2_000n,
    hasTag: false,
    hints: ['The address starts with 1, 3 or bc1.', upToOneHourHint, 'Network (gas) fees can reach US$20.'],
  },
  erc20: {
    id: 'erc20',
    name: 'Ethereum (ERC20)',
    family: 'evm',
    usualMinutes: 60,
    gasUpToUsdCents: null,
    hasTag: false,
    hints: ['The address starts with 0x and has 42 characters.', upToOneHourHint],
  },
  bep20: {
    id: 'bep20',
    name: 'BSC (BEP20)',
    family: 'evm',
    usualMinutes: 3,
    gasUpToUsdCents: 10n,
    hasTag: false,
    hints: [
      'The address starts with 0x and has 42 characters.',
      sameFormHint,
      'Transfers take about 3 minutes.',
      'Network (gas) fees are about US$0.10.',
    ],
  },
  trc20: {
    id: 'trc20',
    name: 'Tron (TRC20)',
    family: 'tron',
    usualMinutes: 60,
    gasUpToUsdCents: null,
    hasTag: false,
    hints: ['The address starts with T and has 34 characters.', upToOneHourHint],
  },
  solana: {
    id: 'solana',
    name: 'Solana',
    family: 'solana',
    usualMinutes: 60,
    gasUpToUsdCents: null,
    hasTag: false,
    hints: [
      'The address has 32 to 44 letters and digits.',
      'This network cannot detect a typing mistake. Compare the last 6 characters.',
      upToOneHourHint,
    ],
  },
  xrp: {
    id: 'xrp',
    name: 'XRP Ledger',
    family: 'xrp',
    usualMinutes: 60,
    gasUpToUsdCents: null,
    hasTag: true,
    hints: ['The address starts with r or X.', 'XRP: include the memo or tag or funds may be lost.', upToOneHourHint],
  },
};

export type NetworkOption = { readonly network: Network; readonly label: string };

const bep20: NetworkOption = { network: 'bep20', label: 'BEP20' };
const erc20: NetworkOption = { network: 'erc20', label: 'Ethereum (ERC20)' };
const solana: NetworkOption = { network: 'solana', label: 'Solana (Sol)' };

/** Networks of each asset in the documented order [000 §9, 001 §9 Buy networks]. */
export const assetNetworks: Readonly<Record<AssetSymbol, readonly NetworkOption[]>> = {
  BTC: [{ network: 'bitcoin', label: 'Bitcoin Network (BTC)' }, bep20],
  ETH: [erc20, bep20],
  USDT: [erc20, { network: 'trc20', label: 'Tron (TRC20)' }, { network: 'bep20', label: 'BSC (BEP20)' }],
  USDC: [solana, bep20],
  SOL: [solana, bep20],
  XRP: [{ network: 'xrp', label: 'XRP' }, bep20],
  LGM: [solana],
  MHI: [solana],
};

export const isNetwork = (text: string): text is Network => (networkIds as readonly string[]).includes(text);

export const isOffered = (network: Network, symbol: AssetSymbol): boolean =>
  assetNetworks[symbol].some((option) => option.network === network);

export const getNetworkLabel = (symbol: AssetSymbol, network: Network): string =>
  assetNetworks[symbol].find((option) => option.network === network)?.label ?? networks[network].name;

export const allRoutes: readonly { readonly symbol: AssetSymbol; readonly network: Network }[] = assetSymbols.flatMap(
  (symbol) => assetNetworks[symbol].map(({ network }) => ({ symbol, network })),
);

const explorerNetworks: readonly Network[] = ['erc20', 'bep20', 'solana'];
export const hasExplorerParser = (network: Network): boolean => explorerNetworks.includes(network);
