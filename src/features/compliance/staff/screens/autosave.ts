/** An autosaved draft. It survives unmounting, but is never written to browser storage, as it is confidential. */
export type AutosaveState<Draft> = {
  readonly draft: Draft;
  readonly saved: Draft;
  readonly version: number;
  readonly state: 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict';
  readonly serverVersion: SavedDraft<Draft> | null;
};

export type SavedDraft<Draft> = { readonly draft: Draft; readonly version: number };

type AutosaveOptions<Draft> = {
  start: SavedDraft<Draft>;
  save: (draft: Draft, version: number) => Promise<number>;
  isConflict: (error: unknown) => boolean;
  /** True if a retry may succeed, such as after a lost connection. */
  canRetry: (error: unknown) => boolean;
};

export const autosaveTiming = { pauseMs: 1_200, maxWaitMs: 10_000, retryMs: 4_000 } as const;

export type Autosave<Draft> = ReturnType<typeof createAutosave<Draft>>;

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function mergeServerVersion<Draft>(now: AutosaveState<Draft>, incoming: SavedDraft<Draft>): AutosaveState<Draft> {
  const { draft, version } = incoming;
  if (isSame(now.draft, now.saved) || isSame(now.draft, draft))
    return { draft, saved: draft, version, state: 'saved', serverVersion: null };
  return { ...now, state: 'conflict', serverVersion: incoming };
}

function applyChoice<Draft>(now: AutosaveState<Draft>, which: 'mine' | 'theirs'): AutosaveState<Draft> {
  const { serverVersion } = now;
  if (!serverVersion) return now;
  const synced = { saved: serverVersion.draft, version: serverVersion.version, serverVersion: null };
  if (which === 'theirs') return { ...synced, draft: serverVersion.draft, state: 'saved' };
  return { ...synced, draft: now.draft, state: isSame(now.draft, serverVersion.draft) ? 'saved' : 'unsaved' };
}

const toInitialState = <Draft>({ draft, version }: SavedDraft<Draft>): AutosaveState<Draft> => ({
  draft,
  saved: draft,
  version,
  state: 'saved',
  serverVersion: null,
});

/** Creates an autosave. Call `change` with the edited draft and `receive` with the version on the server. */
export function createAutosave<Draft>({ start, save, isConflict, canRetry }: AutosaveOptions<Draft>) {
  let now = toInitialState(start);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unsavedSince: number | null = null;
  let newest = start;
  const listeners = new Set<() => void>();

  const set = (change: Partial<AutosaveState<Draft>>) => {
    now = { ...now, ...change };
    if (isSame(now.draft, now.saved)) unsavedSince = null;
    for (const listener of listeners) listener();
  };
  const scheduleSave = (delayMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void send(), delayMs);
  };
  const afterSave = (sent: Draft, version: number) => {
    const done = isSame(now.draft, sent);
    set({ saved: sent, version, state: done ? 'saved' : 'unsaved', serverVersion: null });
    if (!done) scheduleSave(autosaveTiming.pauseMs);
  };
  const send = async (): Promise<void> => {
    clearTimeout(timer);
    if (now.state === 'saving' || now.state === 'conflict' || isSame(now.draft, now.saved)) return;
    const sent = now.draft;
    set({ state: 'saving' });
    try {
      afterSave(sent, await save(sent, now.version));
    } catch (error) {
      if (isConflict(error))
        return set({ state: 'conflict', serverVersion: newest.version > now.version ? newest : null });
      set({ state: 'failed' });
      if (canRetry(error)) scheduleSave(autosaveTiming.retryMs);
    }
  };
  const change = (draft: Draft) => {
    unsavedSince ??= Date.now();
    const busy = now.state === 'conflict' || now.state === 'saving';
    if (busy) return set({ draft });
    set({ draft, state: isSame(draft, now.saved) ? 'saved' : 'unsaved' });
    scheduleSave(
      Math.min(
        autosaveTiming.pauseMs,
        Math.max(0, (unsavedSince ?? Date.now()) + autosaveTiming.maxWaitMs - Date.now()),
      ),
    );
  };
  const receive = (incoming: SavedDraft<Draft>) => {
    if (incoming.version > newest.version) newest = incoming;
    if (incoming.version <= now.version || now.state === 'saving') return;
    set(mergeServerVersion(now, incoming));
    if (now.state === 'conflict') clearTimeout(timer);
  };
  const choose = (which: 'mine' | 'theirs') => {
    set(applyChoice(now, which));
    if (now.state === 'unsaved') void send();
  };
  return {
    read: () => now,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    change,
    receive,
    choose,
    /** Saves unsaved changes now. Resolves after the attempt. */
    flush: send,
  };
}
