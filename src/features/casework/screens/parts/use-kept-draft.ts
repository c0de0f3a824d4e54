import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { type Keeper, type KeptDraft, keepDraft, type Saved } from './keep-draft.ts';

/** Drafts being written, by what they belong to, for as long as the page is loaded: leaving a place loses nothing. */
const keepers = new Map<string, Keeper<unknown>>();

const isUnsaved = (keeper: Keeper<unknown>): boolean => keeper.read().state !== 'saved';

/** Whoever closes the window with a draft unsaved is asked first. */
function warn(event: BeforeUnloadEvent): void {
  const open = [...keepers.values()].filter(isUnsaved);
  if (open.length === 0) return;
  for (const keeper of open) void keeper.flush();
  event.preventDefault();
}

type Keeping<Draft> = Omit<Parameters<typeof keepDraft<Draft>>[0], 'start'> & {
  id: string;
  /** What the server has, as it was last read. */
  server: Saved<Draft>;
};

export type Kept<Draft> = Pick<Keeper<Draft>, 'change' | 'choose' | 'flush' | 'read'> & { kept: KeptDraft<Draft> };

/** One draft being kept, and how to change it. Leaving the screen saves it at once. */
export function useKeptDraft<Draft>({ id, server, ...how }: Keeping<Draft>): Kept<Draft> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft is kept once; what the server has is met below.
  const keeper = useMemo(() => {
    const kept = (keepers.get(id) as Keeper<Draft> | undefined) ?? keepDraft({ start: server, ...how });
    keepers.set(id, kept as Keeper<unknown>);
    return kept;
  }, [id]);
  useEffect(() => keeper.meet(server), [keeper, server]);
  useEffect(() => {
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('beforeunload', warn);
      void keeper.flush().then(() => keeper.read().state === 'saved' && keepers.delete(id));
    };
  }, [keeper, id]);
  const kept = useSyncExternalStore(keeper.subscribe, keeper.read);
  return { kept, change: keeper.change, choose: keeper.choose, flush: keeper.flush, read: keeper.read };
}
