import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../ui/client.ts';
import type { AssetSymbol } from '../../../assets/assets.ts';
import { isOffered, type Network } from '../../../assets/networks.ts';
import type { Payees } from './shapes.ts';

export type Payee = { readonly key: string; readonly name: string; readonly waitsUntil: Date | null };
export type PickableWallet = Payee & {
  readonly network: Network;
  readonly address: string;
  readonly tag: string | null;
};
export type PickableAccount = Payee & Payees['accounts'][number];

export const usePayees = (): Payees | undefined => useQuery(api.trading.payees.queryOptions()).data;

/** Starts with the network, by which a sale recognizes its stored wallet. */
const toKey = (network: string, address: string, tag = ''): string => `${network} ${address} ${tag}`;

/** Saved and trusted wallets that can receive the coin, most recently used first. */
export function useSavedWallets(symbol: AssetSymbol | ''): PickableWallet[] {
  const payees = usePayees();
  if (!payees || symbol === '') return [];
  const saved = payees.wallets.map(({ label, network, address, tag, waitsUntil }) => ({
    key: toKey(network, address, tag ?? ''),
    name: label,
    network,
    address,
    tag,
    waitsUntil,
  }));
  const trusted = payees.trusted.map(({ symbol: coin, network, address }) => ({
    key: toKey(network, address),
    name: `Trusted ${coin} wallet`,
    network,
    address,
    tag: null,
    waitsUntil: null,
  }));
  return [...saved, ...trusted].filter(({ network }) => isOffered(network, symbol));
}

export const useSavedAccounts = (): PickableAccount[] =>
  usePayees()?.accounts.map((account) => ({ ...account, key: account.id, name: account.label })) ?? [];
