import type { ProcedureUtils } from '@orpc/tanstack-query';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigation, useSearchParams } from 'react-router';
import { serverNow } from '../server-clock.ts';

/** Page state in the URL. Changes during a navigation are dropped, because they would cancel the navigation. */
export function useUrlState() {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const ahead = useNavigation().location?.pathname ?? pathname;
  /** Empty values remove a parameter. `push` adds a history entry instead of replacing the current one. */
  const set = (change: Record<string, string>, { push = false } = {}) => {
    if (ahead !== pathname) return;
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        for (const [name, value] of Object.entries(change)) value === '' ? next.delete(name) : next.set(name, value);
        return next;
      },
      { replace: !push, preventScrollReset: true },
    );
  };
  return { params, search: params.get('search') ?? '', set };
}

type ListCursor = {
  readonly selected: string | null;
  readonly choose: (id: string) => void;
  readonly loadMore: (() => void) | undefined;
};
/** Distance of the selection from the last row at which the next page loads. */
const loadAheadRows = 5;

/** Moves the selection up and down. If the selected row disappears, its successor is next. */
export function useListCursor(ids: readonly string[], { selected, choose, loadMore }: ListCursor) {
  const lastIndex = useRef(-1);
  const index = selected === null ? -1 : ids.indexOf(selected);
  if (index >= 0) lastIndex.current = index;
  const select = (position: number) => {
    const id = ids[Math.max(0, Math.min(position, ids.length - 1))];
    if (id !== undefined) choose(id);
  };
  return {
    down: () => {
      if (index >= ids.length - loadAheadRows) loadMore?.();
      select(index >= 0 ? index + 1 : Math.max(0, lastIndex.current));
    },
    up: () => select(index >= 0 ? index - 1 : lastIndex.current - 1),
  };
}

/** Delay before opening the selected row, ms. Fast movement by keyboard opens nothing. */
const selectionDelayMs = 120;

/** Selection of a list. `chosen` changes immediately and `onSelect` runs after a pause, or never after `cancel`. */
export function useSelection(urlId: string | null, onSelect: (id: string) => void) {
  const [chosen, choose] = useState(urlId);
  const writtenId = useRef(urlId);
  /** Ids that we wrote to the URL. They may arrive after the selection changed again and must not restore it. */
  const ownWrites = useRef(new Set<string | null>());
  useEffect(() => {
    const isOwnWrite = ownWrites.current.has(urlId);
    if (isOwnWrite && urlId === writtenId.current) ownWrites.current.clear();
    if (isOwnWrite || urlId === writtenId.current) return;
    writtenId.current = urlId;
    choose(urlId);
  }, [urlId]);
  useEffect(() => {
    if (chosen === null || chosen === writtenId.current) return;
    const timer = setTimeout(() => {
      if (chosen === writtenId.current) return;
      writtenId.current = chosen;
      ownWrites.current.add(chosen);
      onSelect(chosen);
    }, selectionDelayMs);
    return () => clearTimeout(timer);
  });
  const cancel = () => {
    writtenId.current = chosen;
  };
  return { chosen, choose, cancel };
}

/** Current server time, updated every 20 s. Only differences of the device clock are used. */
export function useServerNow(serverTime: Date | undefined, receivedAt: number): Date {
  const [localTime, setLocalTime] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setLocalTime(Date.now()), 20_000);
    return () => clearInterval(timer);
  }, []);
  return useMemo(
    () => (serverTime ? new Date(serverTime.getTime() + Math.max(0, localTime - receivedAt)) : serverNow()),
    [serverTime, receivedAt, localTime],
  );
}

export function useIsWide(): boolean {
  const [wide, setWide] = useState(() => matchMedia('(min-width: 1100px)').matches);
  useEffect(() => {
    const media = matchMedia('(min-width: 1100px)');
    const change = () => setWide(media.matches);
    media.addEventListener('change', change);
    return () => media.removeEventListener('change', change);
  }, []);
  return wide;
}

/** Stable callback that calls the newest `callback`, so that memoized rows don't rerender. */
export function useEvent<Args extends unknown[]>(callback: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(callback);
  useEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}

type Page = { readonly lines: readonly unknown[]; readonly next: unknown };

/** Paginated list query. Shows the previous rows until changed filters have loaded. */
export function usePages<In, Out extends Page, Fault extends Error>(
  command: Pick<ProcedureUtils<Record<never, never>, In, Out, Fault>, 'call' | 'infiniteOptions'>,
  input: (cursor: Out['next']) => In,
) {
  const query = useInfiniteQuery(
    command.infiniteOptions({
      input,
      initialPageParam: null as Out['next'],
      getNextPageParam: (lastIndex: Out) => lastIndex.next,
      placeholderData: keepPreviousData,
    }),
  );
  const first = query.data?.pages[0];
  const flattenPages = (data: typeof query.data) => data?.pages.flatMap((page) => page.lines as Out['lines'][number][]);
  const loadAll = async () => {
    let read = { hasNextPage: query.hasNextPage, data: query.data };
    while (read.hasNextPage) read = await query.fetchNextPage({ throwOnError: true });
    return flattenPages(read.data) ?? [];
  };
  const loadMore = query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined;
  return { ...query, first, lines: flattenPages(query.data), loadAll, loadMore };
}
