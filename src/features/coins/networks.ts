import { type AssetSymbol, assetSymbols } from './assets.ts';

/**
 * The chains over which coins travel, six in all [001 §9 Buy networks]. One asset can use several, under a label of its
 * own.
 */
export const networkIds = ['bitcoin', 'erc20', 'bep20', 'trc20', 'solana', 'xrp'] as const;
export type Network = (typeof networkIds)[number];

/** Networks of one family share the form of their addresses: an Ethereum address is also a BEP20 one. */
export const addressFamilies = ['bitcoin', 'evm', 'tron', 'solana', 'xrp'] as const;
export type AddressFamily = (typeof addressFamilies)[number];

export type NetworkFacts = {
  readonly id: Network;
  readonly name: string;
  readonly family: AddressFamily;
  /** Network times: how long a transfer usually takes at the most [001 §9 Timings]. */
  readonly usualMinutes: number;
  /** The gas example, in US cents; null where the document names none [001 §9 Timings]. */
  readonly gasUpToUsdCents: bigint | null;
  /** Whether a destination tag belongs to the address. */
  readonly hasTag: boolean;
  /**
   * The network hint list: what the form shows under the network select, one line each [001 §2 Buy Cryptocurrency
   * card].
   */
  readonly hints: readonly string[];
};

const upToAnHour = 'Transfers take up to 1 hour.';
const sameForm = 'The address looks like one on Ethereum. Check that your wallet receives on this network.';

export const networks: Readonly<Record<Network, NetworkFacts>> = {
  bitcoin: {
    id: 'bitcoin',
    name: 'Bitcoin',
    family: 'bitcoin',
    usualMinutes: 60,
    gasUpToUsdCents: 2_000n,
    hasTag: false,
    hints: ['The address starts with 1, 3 or bc1.', upToAnHour, 'Network (gas) fees can reach US$20.'],
  },
  erc20: {
    id: 'erc20',
    name: 'Ethereum (ERC20)',
    family: 'evm',
    usualMinutes: 60,
    gasUpToUsdCents: null,
    hasTag: false,
    hints: ['The address starts with 0x and has 42 characters.', upToAnHour],
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
      sameForm,
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
    hints: ['The address starts with T and has 34 characters.', upToAnHour],
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
      upToAnHour,
    ],
  },
  xrp: {
    id: 'xrp',
    name: 'XRP Ledger',
    family: 'xrp',
    usualMinutes: 60,
    gasUpToUsdCents: null,
    hasTag: true,
    hints: ['The address starts with r or X.', 'XRP: include the memo or tag or funds may be lost.', upToAnHour],
  },
};

/** A network as one asset offers it, with the documented label of its option. */
export type NetworkOption = { readonly network: Network; readonly label: string };

const bep20: NetworkOption = { network: 'bep20', label: 'BEP20' };
const erc20: NetworkOption = { network: 'erc20', label: 'Ethereum (ERC20)' };
const solana: NetworkOption = { network: 'solana', label: 'Solana (Sol)' };

/**
 * Which asset travels where, in the documented order and words: the networks of each coin [000 §9, 001 §9 Buy
 * networks].
 */
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

/** Whether we move an asset over a network at all. */
export const carries = (network: Network, symbol: AssetSymbol): boolean =>
  assetNetworks[symbol].some((option) => option.network === network);

/** The label of a network where the asset is known; the network's own name where the asset does not use it. */
export const networkLabel = (symbol: AssetSymbol, network: Network): string =>
  assetNetworks[symbol].find((option) => option.network === network)?.label ?? networks[network].name;

/** Every pair of asset and network that exists, for switches and company wallets. */
export const allRoutes: readonly { readonly symbol: AssetSymbol; readonly network: Network }[] = assetSymbols.flatMap(
  (symbol) => assetNetworks[symbol].map(({ network }) => ({ symbol, network })),
);

/** The networks whose explorers' pages are read where an address is asked for (`explorer-link.ts`). */
const readFor: readonly Network[] = ['erc20', 'bep20', 'solana'];
export const readsExplorerOf = (network: Network): boolean => readFor.includes(network);
