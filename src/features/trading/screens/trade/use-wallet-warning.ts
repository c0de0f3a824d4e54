import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../ui/client.ts';
import type { Network } from '../../../coins/networks.ts';

type Asked = { network: Network | ''; walletAddress: string; sound: boolean };

/** What is told of reports about a wallet that coins are sold from; null where nothing is, which never means safe. */
export function useWalletWarning({ network, walletAddress, sound }: Asked) {
  const asked = useQuery(
    api.trading.addressUsed.queryOptions({
      input: { network: network || 'bitcoin', walletAddress, destinationTag: '' },
      enabled: sound && network !== '',
      staleTime: 60_000,
    }),
  );
  return (sound && network !== '' && asked.data?.warning) || null;
}
