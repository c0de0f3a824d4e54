import { type AssetSymbol, assetSymbols } from './assets.ts';
import { coinRows, type NetworkOption, type NetworkRow, networkRows } from './catalog.ts';
import { type AddressFamily, addressFamilies } from './families.ts';

export type Network = keyof typeof networkRows;
export const networkIds = Object.keys(networkRows) as [Network, ...Network[]];

export const networks: Readonly<Record<Network, NetworkRow>> = networkRows;

/** Networks of each asset. */
export const assetNetworks = Object.fromEntries(
  assetSymbols.map((symbol): [AssetSymbol, readonly NetworkOption[]] => [symbol, coinRows[symbol].networks]),
) as Readonly<Record<AssetSymbol, readonly NetworkOption[]>>;

export const isNetwork = (text: string): text is Network => Object.hasOwn(networkRows, text);

export const isOffered = (network: Network, symbol: AssetSymbol): boolean =>
  assetNetworks[symbol].some((option) => option.network === network);

export const getNetworkLabel = (symbol: AssetSymbol, network: Network): string =>
  assetNetworks[symbol].find((option) => option.network === network)?.label ?? networks[network].name;

export const allRoutes: readonly { readonly symbol: AssetSymbol; readonly network: Network }[] = assetSymbols.flatMap(
  (symbol) => assetNetworks[symbol].map(({ network }) => ({ symbol, network })),
);

export const hasExplorerParser = (network: Network): boolean => networks[network].explorers.hosts.length > 0;

/** True when transfers on the network can need a destination tag. False for texts that name no network. */
export const hasTag = (network: string | null): boolean =>
  network !== null && isNetwork(network) && networks[network].hasTag;

/** The first network of every address family. */
export const familyNetworks = Object.fromEntries(
  addressFamilies.map((family) => [family, networkIds.find((id) => networks[id].family === family)]),
) as Readonly<Record<AddressFamily, Network>>;

/** True for a link of another EVM chain (decision F1). The address format reveals all other wrong networks. */
export const isOtherEvmChain = (name: string, network: Network): boolean =>
  networks[network].family === 'evm' && name !== '' && name !== networks[network].name;
