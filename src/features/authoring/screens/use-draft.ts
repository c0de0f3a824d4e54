import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router';
import { api } from '../../../ui/client.ts';
import { refusalWords, toastRefusal } from '../../../ui/refusal-words.ts';
import type { Draft } from '../draft.ts';
import type { Change } from './data.ts';

/** Milliseconds after the last letter until a draft is saved by itself. */
const rests = 2_000;

/** What one save sends: the head, the order of the sections, and those of them that were written on since the last. */
function savingOf({ sections, ...head }: Draft, base: Draft) {
  const known = new Map(base.sections.map((section) => [section.id, section]));
  const changed = sections.filter((section) => known.get(section.id) !== section);
  return { head, order: sections.map(({ id }) => id), sections: changed };
}

/**
 * A draft while it is written on. It saves itself once nobody types, and before its page is left. Where somebody else
 * saved meanwhile it stays as it stands here, and saves no more until theirs was read.
 */
export function useDraft(courseId: string, read: { readonly draft: Draft; readonly number: number }) {
  const queries = useQueryClient();
  // What stands here and what is kept, as of this very moment: a save must not send what was sent already.
  const now = useRef({ draft: read.draft, base: read, underWay: null as Promise<number | null> | null });
  const [{ draft, base }, show] = useState({ draft: read.draft, base: read });
  const [meanwhile, setMeanwhile] = useState<string | null>(null);
  const isDirty = draft !== base.draft;
  const set = (next: Partial<typeof now.current>) => {
    Object.assign(now.current, next);
    show({ draft: now.current.draft, base: now.current.base });
  };
  const saving = useMutation({
    ...api.authoring.save.mutationOptions(),
    onError: (error) => {
      const { code, text } = refusalWords(error);
      if (code === 'authoring.saved_meanwhile') setMeanwhile(text);
      else toastRefusal(error);
    },
  });
  const saveOnce = async (): Promise<number | null> => {
    const { draft: sent, base: before } = now.current;
    const body = { courseId, number: before.number, ...savingOf(sent, before.draft) };
    const kept = await saving.mutateAsync(body).catch(() => null);
    if (kept) set({ base: { draft: sent, number: kept.number } });
    if (kept) void queries.invalidateQueries({ queryKey: api.authoring.courses.key() });
    return kept?.number ?? null;
  };
  /** Answers the number under which all that stands here is kept; null where it could not be. */
  const save = async (): Promise<number | null> => {
    if (now.current.underWay) await now.current.underWay;
    while (now.current.draft !== now.current.base.draft) {
      now.current.underWay = saveOnce();
      const number = await now.current.underWay;
      now.current.underWay = null;
      if (number === null) return null;
    }
    return now.current.base.number;
  };
  useEffect(() => {
    if (draft === base.draft || meanwhile !== null) return;
    const timer = setTimeout(() => void save(), rests);
    return () => clearTimeout(timer);
  });
  useLeaving(isDirty, save);
  const change: Change = (next) => set({ draft: next(now.current.draft) });
  return { draft, change, save, isDirty, isSaving: saving.isPending, meanwhile };
}

/** Saves before another page is opened, and has the browser ask before this one is closed unsaved. */
function useLeaving(isDirty: boolean, save: () => Promise<number | null>) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  const held = useRef({ blocker, save });
  useEffect(() => {
    held.current = { blocker, save };
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const { blocker: way } = held.current;
    void held.current.save().then((number) => (number === null ? way.reset?.() : way.proceed?.()));
  }, [blocker.state]);
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isDirty]);
}
