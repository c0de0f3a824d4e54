import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { type Autosave, type AutosaveState, createAutosave, type SavedDraft } from './autosave.ts';

const autosaves = new Map<string, Autosave<unknown>>();

const isUnsaved = (autosave: Autosave<unknown>): boolean => autosave.read().state !== 'saved';

function warnBeforeUnload(event: BeforeUnloadEvent): void {
  const open = [...autosaves.values()].filter(isUnsaved);
  if (open.length === 0) return;
  for (const autosave of open) void autosave.flush();
  event.preventDefault();
}

type AutosaveHookOptions<Draft> = Omit<Parameters<typeof createAutosave<Draft>>[0], 'start'> & {
  id: string;
  server: SavedDraft<Draft>;
};

export type AutosaveHandle<Draft> = Pick<Autosave<Draft>, 'change' | 'choose' | 'flush' | 'read'> & {
  current: AutosaveState<Draft>;
};

/** Autosaved draft with its actions. Unmounting saves it. */
export function useAutosave<Draft>({ id, server, ...options }: AutosaveHookOptions<Draft>): AutosaveHandle<Draft> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: one autosave per id; the effect below passes new versions.
  const autosave = useMemo(() => {
    const current = (autosaves.get(id) as Autosave<Draft> | undefined) ?? createAutosave({ start: server, ...options });
    autosaves.set(id, current as Autosave<unknown>);
    return current;
  }, [id]);
  useEffect(() => autosave.receive(server), [autosave, server]);
  useEffect(() => {
    window.addEventListener('beforeunload', warnBeforeUnload);
    return () => {
      window.removeEventListener('beforeunload', warnBeforeUnload);
      void autosave.flush().then(() => autosave.read().state === 'saved' && autosaves.delete(id));
    };
  }, [autosave, id]);
  const current = useSyncExternalStore(autosave.subscribe, autosave.read);
  return { current, change: autosave.change, choose: autosave.choose, flush: autosave.flush, read: autosave.read };
}
