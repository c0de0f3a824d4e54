import { usePages, useUrlState } from '../../../../ui/admin/use-list.ts';
import { api } from '../../../../ui/client.ts';
import type { QueueFilter } from '../data.ts';

export const queueFilters: readonly { key: QueueFilter; name: string }[] = [
  { key: 'all', name: 'All' },
  { key: 'late', name: 'Late' },
  { key: 'second', name: 'Needs a second person' },
  { key: 'held', name: 'Held' },
  { key: 'buy', name: 'Buys' },
  { key: 'sell', name: 'Sells' },
];

export function useQueueUrlState() {
  const { params, search, set } = useUrlState();
  const filter = queueFilters.find(({ key }) => key === params.get('filter'))?.key ?? 'all';
  return { filter, search, set };
}

export const useQueue = (filter: QueueFilter, search: string) =>
  usePages(api.desk.queue, (after) => ({ filter, search: search.slice(0, 80), after }));
