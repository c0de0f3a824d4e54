/**
 * A draft that loses nothing while it is written: it is saved by itself after a short rest, tried again when the
 * line is down, and when somebody else saved meanwhile both drafts stand until a person chooses. It lives outside the
 * screen, so that leaving a page in the middle of a sentence still saves it; never in the browser's storage, since
 * what stands in such a draft is nobody else's to find.
 */
export type KeptDraft<Draft> = {
  readonly draft: Draft;
  /** As the server has it, under its version. */
  readonly saved: Draft;
  readonly version: number;
  readonly state: 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict';
  /** What somebody else saved meanwhile; their version. */
  readonly theirs: Saved<Draft> | null;
};

export type Saved<Draft> = { readonly draft: Draft; readonly version: number };

type Keeping<Draft> = {
  start: Saved<Draft>;
  /** Saves over the version it was written on, and answers the new one. */
  save: (draft: Draft, version: number) => Promise<number>;
  /** Whether a refusal means that somebody else saved meanwhile. */
  isConflict: (error: unknown) => boolean;
  /** Whether the same might be taken later: a line that is down, not a refusal. */
  isPassing: (error: unknown) => boolean;
};

/** Milliseconds: saved after this rest, at the latest after that long, and again so long after a failure. */
export const saving = { rest: 1_200, longest: 10_000, again: 4_000 } as const;

export type Keeper<Draft> = ReturnType<typeof keepDraft<Draft>>;

/** Drafts are plain data. */
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What becomes of it when the server turns out to have another version. */
function afterMeeting<Draft>(now: KeptDraft<Draft>, met: Saved<Draft>): KeptDraft<Draft> {
  const { draft, version } = met;
  if (same(now.draft, now.saved) || same(now.draft, draft))
    return { draft, saved: draft, version, state: 'saved', theirs: null };
  return { ...now, state: 'conflict', theirs: met };
}

/** What becomes of it when a person chose between two drafts: ours goes over theirs, or theirs takes its place. */
function afterChoice<Draft>(now: KeptDraft<Draft>, which: 'mine' | 'theirs'): KeptDraft<Draft> {
  const { theirs } = now;
  if (!theirs) return now;
  const kept = { saved: theirs.draft, version: theirs.version, theirs: null };
  if (which === 'theirs') return { ...kept, draft: theirs.draft, state: 'saved' };
  return { ...kept, draft: now.draft, state: same(now.draft, theirs.draft) ? 'saved' : 'unsaved' };
}

const firstOf = <Draft>({ draft, version }: Saved<Draft>): KeptDraft<Draft> => ({
  draft,
  saved: draft,
  version,
  state: 'saved',
  theirs: null,
});

/** One draft being kept. `meet` tells it what the server has now; `change` what stands in the fields. */
export function keepDraft<Draft>({ start, save, isConflict, isPassing }: Keeping<Draft>) {
  let now = firstOf(start);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unsavedSince: number | null = null;
  /** The newest that the server is known to have; it may come while our own is on its way. */
  let newest = start;
  const listeners = new Set<() => void>();

  const set = (change: Partial<KeptDraft<Draft>>) => {
    now = { ...now, ...change };
    if (same(now.draft, now.saved)) unsavedSince = null;
    for (const listener of listeners) listener();
  };
  const later = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void send(), milliseconds);
  };
  const settled = (sent: Draft, version: number) => {
    const done = same(now.draft, sent);
    set({ saved: sent, version, state: done ? 'saved' : 'unsaved', theirs: null });
    if (!done) later(saving.rest);
  };
  const send = async (): Promise<void> => {
    clearTimeout(timer);
    if (now.state === 'saving' || now.state === 'conflict' || same(now.draft, now.saved)) return;
    const sent = now.draft;
    set({ state: 'saving' });
    try {
      settled(sent, await save(sent, now.version));
    } catch (error) {
      if (isConflict(error)) return set({ state: 'conflict', theirs: newest.version > now.version ? newest : null });
      set({ state: 'failed' });
      if (isPassing(error)) later(saving.again);
    }
  };
  const change = (draft: Draft) => {
    unsavedSince ??= Date.now();
    const busy = now.state === 'conflict' || now.state === 'saving';
    if (busy) return set({ draft });
    set({ draft, state: same(draft, now.saved) ? 'saved' : 'unsaved' });
    later(Math.min(saving.rest, Math.max(0, (unsavedSince ?? Date.now()) + saving.longest - Date.now())));
  };
  const meet = (met: Saved<Draft>) => {
    if (met.version > newest.version) newest = met;
    if (met.version <= now.version || now.state === 'saving') return;
    set(afterMeeting(now, met));
    if (now.state === 'conflict') clearTimeout(timer);
  };
  const choose = (which: 'mine' | 'theirs') => {
    set(afterChoice(now, which));
    if (now.state === 'unsaved') void send();
  };
  return {
    read: () => now,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    change,
    meet,
    choose,
    /** Saves at once what is not saved yet; resolves when the try has ended. */
    flush: send,
  };
}
