import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../ui/client.ts';
import { type Waiting, waitingFor } from '../../waiting.ts';

export type WaitingNow = { found: readonly Waiting[] | null; error: unknown; retry: () => void };

/** What waits for the customer, from their own orders and identity checks; null while it is not known. */
export function useWaiting(): WaitingNow {
  const orders = useQuery(api.trading.list.queryOptions({ input: { status: 'pending', limit: 100 } }));
  const limits = useQuery(api.trading.limits.queryOptions());
  const known = orders.data && limits.data;
  return {
    found: known ? waitingFor(orders.data.orders, limits.data.statusOf) : null,
    error: known ? null : (orders.error ?? limits.error),
    retry: () => void Promise.all([orders.refetch(), limits.refetch()]),
  };
}
