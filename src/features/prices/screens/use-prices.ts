import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../ui/client.ts';
import { toastRefusal } from '../../../ui/refusal-words.ts';
import { toastSuccess } from '../../../ui/toast.ts';
import { pricesToasts } from '../messages.ts';

/** Prices are read again this often while the screen is looked at [000 §4 Prices panel, §9]. */
const readEvery = 15 * 60_000;

/** After a manual refresh the client waits this long before it reads again [000 §7 Functions, §9]. */
const pause = () => new Promise((done) => setTimeout(done, 2_000));

/**
 * The price list by symbol: read on arrival, when the tab is looked at again, and every 15 minutes while it is [000 §4
 * Prices panel].
 */
export const usePrices = () =>
  useQuery(
    api.prices.list.queryOptions({
      input: { order: 'symbol' },
      refetchOnMount: 'always',
      refetchOnWindowFocus: 'always',
      refetchInterval: readEvery,
    }),
  );

/**
 * The manual refresh: says what came, then has every price on screen read again [000 §2 Price panel, §4 Prices panel].
 * Works until that is done.
 */
export function usePriceRefresh() {
  const queries = useQueryClient();
  return useMutation(
    api.prices.refresh.mutationOptions({
      onSuccess: async ({ count }) => {
        toastSuccess(pricesToasts.updated, { count: String(count) });
        await pause();
        await queries.invalidateQueries({ queryKey: api.prices.key() });
      },
      onError: toastRefusal,
    }),
  );
}
