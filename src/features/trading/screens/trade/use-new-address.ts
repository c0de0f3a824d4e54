import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from '../../../../ui/client.ts';
import type { BuyForm } from './buy-form.ts';
import type { useAddress } from './use-address.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

/** Milliseconds for reading three sentences and comparing an address, before coins are first ordered to it. */
const pause = 10_000;

/**
 * Whether coins are ordered to an address for the first time, and the seconds until that can be done. Whoever pasted
 * it and goes on with the form waits meanwhile; without an answer of the server nobody waits.
 */
export function useNewAddress(form: BuyForm, { address, tagFault }: ReturnType<typeof useAddress>) {
  const { network, walletAddress, destinationTag } = form;
  const sound = network !== '' && address.at === 'ok' && !tagFault;
  const asked = useQuery(
    api.trading.addressUsed.queryOptions({
      input: { network: network || 'bitcoin', walletAddress, destinationTag },
      enabled: sound,
      staleTime: 60_000,
    }),
  );
  const isNew = sound && asked.data?.used === false;
  const seen = useRef(new Map<string, number>());
  const key = [network, walletAddress, destinationTag].join(' ');
  if (isNew && !seen.current.has(key)) seen.current.set(key, Date.now() + pause);
  const until = isNew ? (seen.current.get(key) ?? null) : null;
  const waits = () => until !== null && Date.now() < until;
  return {
    isNew,
    /** What is told of reports about it; null where nothing is, which never means that it is safe. */
    warning: (sound && asked.data?.warning) || null,
    again: () => void asked.refetch(),
    secondsLeft: useSecondsLeft(waits() ? until : null) ?? 0,
    /** Asked at the moment of sending. */
    waits,
  };
}
