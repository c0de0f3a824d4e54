import { api } from '../../../../ui/client.ts';
import { usePages, usePlace } from '../../../../ui/desk/use-list.ts';
import type { QueueFilter } from './data.ts';

export const filterNames: readonly { key: QueueFilter; name: string }[] = [
  { key: 'all', name: 'All' },
  { key: 'late', name: 'Late' },
  { key: 'second', name: 'Needs a second person' },
  { key: 'held', name: 'Held' },
  { key: 'buy', name: 'Buys' },
  { key: 'sell', name: 'Sells' },
];

/** Where somebody is in the queue of orders. */
export function useQueuePlace() {
  const { params, search, set } = usePlace();
  const filter = filterNames.find(({ key }) => key === params.get('filter'))?.key ?? 'all';
  return { filter, search, set };
}

export const useQueue = (filter: QueueFilter, search: string) =>
  usePages(api.desk.queue, (after) => ({ filter, search: search.slice(0, 80), after }));
