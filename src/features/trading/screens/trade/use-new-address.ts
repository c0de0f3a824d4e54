import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from '../../../../ui/client.ts';
import type { BuyForm } from './buy-form.ts';
import type { useAddress } from './use-address.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

const pauseMs = 10_000;

/** Delays the first order to a new address by some seconds, unless the request for it failed. */
export function useNewAddress(form: BuyForm, { address, tagFault }: ReturnType<typeof useAddress>) {
  const { network, walletAddress, destinationTag } = form;
  const isValid = network !== '' && address.at === 'ok' && !tagFault;
  const query = useQuery(
    api.trading.addressUsed.queryOptions({
      input: { network: network || 'bitcoin', walletAddress, destinationTag },
      enabled: isValid,
      staleTime: 60_000,
    }),
  );
  const isNew = isValid && query.data?.used === false;
  const firstSeen = useRef(new Map<string, number>());
  const key = [network, walletAddress, destinationTag].join(' ');
  if (isNew && !firstSeen.current.has(key)) firstSeen.current.set(key, Date.now() + pauseMs);
  const until = isNew ? (firstSeen.current.get(key) ?? null) : null;
  const isWaiting = () => until !== null && Date.now() < until;
  return {
    isNew,
    /** Null does not prove that the wallet is safe. */
    warning: (isValid && query.data?.warning) || null,
    refresh: () => void query.refetch(),
    secondsLeft: useSecondsLeft(isWaiting() ? until : null) ?? 0,
    isWaiting,
  };
}
