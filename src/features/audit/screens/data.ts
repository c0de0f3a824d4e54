import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { api, type call } from '../../../ui/client.ts';

export type Page = Awaited<ReturnType<typeof call.audit.list>>;
export type Entry = Page['entries'][number];
export type About = Awaited<ReturnType<typeof call.audit.about>>;

/** What is looked for, as the form holds it: empty where nothing was chosen. */
export type Wish = { who: string; subject: string; action: string; from: string; until: string };
export const noWish: Wish = { who: '', subject: '', action: '', from: '', until: '' };

/** The log as it is looked for, page by page, newest first. */
export function useEntries(wish: Wish) {
  const { from, until, ...rest } = wish;
  const query = useInfiniteQuery(
    api.audit.list.infiniteOptions({
      input: (before: string | null) => ({ ...rest, from: from || null, until: until || null, before }),
      initialPageParam: null as string | null,
      getNextPageParam: (last) => last.next,
      placeholderData: keepPreviousData,
    }),
  );
  return { ...query, entries: query.data?.pages.flatMap((page) => page.entries) };
}
