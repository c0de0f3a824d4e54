import type { ProcedureUtils } from '@orpc/tanstack-query';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigation, useSearchParams } from 'react-router';
import { serverNow } from '../server-clock.ts';

/**
 * What is looked at stands in the address: it survives a reload and can be sent to a colleague. Nothing is written
 * while another screen is being fetched: that would call back whoever is on the way to it.
 */
export function usePlace() {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const ahead = useNavigation().location?.pathname ?? pathname;
  /** `push`: a place to come back from; else the change takes the place of what was. */
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

type Choice = {
  readonly selected: string | null;
  readonly choose: (id: string) => void;
  /** Brings the next page, where there is one: whoever goes down by key comes to the end of none. */
  readonly more: (() => void) | undefined;
};
/** So many lines before the last one that is here, more are asked for. */
const ahead = 5;

/** Moves the choice up and down. A line that left the queue gives its place to the one that moved up. */
export function useChoice(ids: readonly string[], { selected, choose, more }: Choice) {
  const last = useRef(-1);
  const found = selected === null ? -1 : ids.indexOf(selected);
  if (found >= 0) last.current = found;
  const to = (place: number) => {
    const id = ids[Math.max(0, Math.min(place, ids.length - 1))];
    if (id !== undefined) choose(id);
  };
  return {
    down: () => {
      if (found >= ids.length - ahead) more?.();
      to(found >= 0 ? found + 1 : Math.max(0, last.current));
    },
    up: () => to(found >= 0 ? found - 1 : last.current - 1),
  };
}

/** Milliseconds a choice rests before its order is read: whoever runs down the queue by key waits for none of them. */
const choiceRests = 120;

/** Which order is chosen, at once; and which one is shown and stands in the address, after a short rest. */
export function useSelection(place: string | null, write: (id: string) => void) {
  const [chosen, choose] = useState(place);
  const written = useRef(place);
  /** What we wrote ourselves may arrive late, when the choice is somewhere else already. */
  const own = useRef(new Set<string | null>());
  useEffect(() => {
    const ours = own.current.has(place);
    if (ours && place === written.current) own.current.clear();
    if (ours || place === written.current) return;
    // A link led here or away: the choice follows.
    written.current = place;
    choose(place);
  }, [place]);
  useEffect(() => {
    if (chosen === null || chosen === written.current) return;
    const timer = setTimeout(() => {
      written.current = chosen;
      own.current.add(chosen);
      write(chosen);
    }, choiceRests);
    return () => clearTimeout(timer);
  });
  return { chosen, choose };
}

/** The server's clock, carried on from its last answer, so that ages do not depend on this device's clock. */
export function useServerNow(answered: Date | undefined, answeredAt: number): Date {
  const [here, setHere] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setHere(Date.now()), 20_000);
    return () => clearInterval(timer);
  }, []);
  return useMemo(
    () => (answered ? new Date(answered.getTime() + Math.max(0, here - answeredAt)) : serverNow()),
    [answered, answeredAt, here],
  );
}

/** Whether the order has room beside the queue. */
export function useWide(): boolean {
  const [wide, setWide] = useState(() => matchMedia('(min-width: 1100px)').matches);
  useEffect(() => {
    const media = matchMedia('(min-width: 1100px)');
    const change = () => setWide(media.matches);
    media.addEventListener('change', change);
    return () => media.removeEventListener('change', change);
  }, []);
  return wide;
}

/** The newest version of a function under a name that never changes, so that rows need not be drawn again for it. */
export function useSteady<Args extends unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const newest = useRef(act);
  useEffect(() => {
    newest.current = act;
  });
  return useCallback((...args: Args) => newest.current(...args), []);
}

type Page = { readonly lines: readonly unknown[]; readonly next: unknown };

/** A list, page by page, kept current by the live line; while another part of it is read, the former stays. */
export function usePages<In, Out extends Page, Fault extends Error>(
  command: Pick<ProcedureUtils<Record<never, never>, In, Out, Fault>, 'call' | 'infiniteOptions'>,
  input: (after: Out['next']) => In,
) {
  const query = useInfiniteQuery(
    command.infiniteOptions({
      input,
      initialPageParam: null as Out['next'],
      getNextPageParam: (last: Out) => last.next,
      placeholderData: keepPreviousData,
    }),
  );
  const first = query.data?.pages[0];
  const linesIn = (data: typeof query.data) => data?.pages.flatMap((page) => page.lines as Out['lines'][number][]);
  /** All of it, whatever was read so far. */
  const whole = async () => {
    let read = { hasNextPage: query.hasNextPage, data: query.data };
    while (read.hasNextPage) read = await query.fetchNextPage({ throwOnError: true });
    return linesIn(read.data) ?? [];
  };
  const more = query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined;
  return { ...query, first, lines: linesIn(query.data), whole, more };
}
