import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../ui/client.ts';
import { toastRefusal } from '../../../ui/error-message.ts';
import { toastSuccess } from '../../../ui/toast.ts';
import { pricesToasts } from '../messages.ts';

/** Polling interval while the screen is visible [000 §4 Prices panel, §9]. */
const refetchIntervalMs = 15 * 60_000;

/** Delay between a refresh and the next read [000 §7 Functions, §9]. */
const waitForPrices = () => new Promise((resolve) => setTimeout(resolve, 2_000));

/** Reads on mount, on focus and every 15 minutes [000 §4 Prices panel]. */
export const usePrices = () =>
  useQuery(
    api.prices.list.queryOptions({
      input: { order: 'symbol' },
      refetchOnMount: 'always',
      refetchOnWindowFocus: 'always',
      refetchInterval: refetchIntervalMs,
    }),
  );

/** Refreshes prices on request, shows a toast and reloads all prices [000 §2 Price panel, §4 Prices panel]. */
export function usePriceRefresh() {
  const queries = useQueryClient();
  return useMutation(
    api.prices.refresh.mutationOptions({
      onSuccess: async ({ count }) => {
        toastSuccess(pricesToasts.updated, { count: String(count) });
        await waitForPrices();
        await queries.invalidateQueries({ queryKey: api.prices.key() });
      },
      onError: toastRefusal,
    }),
  );
}
