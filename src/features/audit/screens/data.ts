import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { api, type call } from '../../../ui/client.ts';

export type Page = Awaited<ReturnType<typeof call.audit.list>>;
export type Entry = Page['entries'][number];
export type About = Awaited<ReturnType<typeof call.audit.about>>;

export type AuditFilter = { who: string; subject: string; action: string; from: string; until: string };
export const emptyFilter: AuditFilter = { who: '', subject: '', action: '', from: '', until: '' };

export function useEntries(filter: AuditFilter) {
  const { from, until, ...rest } = filter;
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
