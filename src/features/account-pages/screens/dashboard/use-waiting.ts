import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../ui/client.ts';
import type { OwnTier } from '../../../identity/views.ts';
import { type Check, type Waiting, waitingFor } from '../../waiting.ts';

export type WaitingNow = { found: readonly Waiting[] | null; error: unknown; retry: () => void };

const checkOf = ({ status, waitsFor, give }: OwnTier): Check => ({ status, waitsFor, parts: give.length });

/** What waits for the customer, from their own orders and identity checks; null while it is not known. */
export function useWaiting(): WaitingNow {
  const orders = useQuery(api.trading.list.queryOptions({ input: { status: 'pending', limit: 100 } }));
  const own = useQuery(api.identity.own.queryOptions());
  const tiers = own.data?.tiers;
  return {
    found:
      orders.data && tiers
        ? waitingFor(orders.data.orders, { 1: checkOf(tiers[1]), 2: checkOf(tiers[2]), 3: checkOf(tiers[3]) })
        : null,
    error: orders.data && tiers ? null : (orders.error ?? own.error),
    retry: () => void Promise.all([orders.refetch(), own.refetch()]),
  };
}
