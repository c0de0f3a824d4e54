import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../../../ui/client.ts';
import { usePlace } from '../../../../ui/desk/use-list.ts';
import type { QueueFilter, QueuePage } from './data.ts';

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
  return { filter, search, selected: params.get('order'), set };
}

type Next = QueuePage['next'];

/** The queue, page by page, kept current by the live line. */
export function useQueue(filter: QueueFilter, search: string) {
  const query = useInfiniteQuery(
    api.desk.queue.infiniteOptions({
      input: (after: Next) => ({ filter, search: search.slice(0, 80), after }),
      initialPageParam: null as Next,
      getNextPageParam: (last) => last.next,
      placeholderData: keepPreviousData,
    }),
  );
  const lines = query.data?.pages.flatMap((page) => page.lines) ?? [];
  return { ...query, lines, first: query.data?.pages[0] };
}
