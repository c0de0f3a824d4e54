import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router';
import { api } from '../../../ui/client.ts';
import { errorMessage, toastRefusal } from '../../../ui/error-message.ts';
import type { Draft } from '../draft.ts';
import type { ChangeDraft } from './data.ts';

const saveDelayMs = 2_000;

/** Returns the sections that changed since `base`, and the head. */
function getSaveInput({ sections, ...head }: Draft, base: Draft) {
  const known = new Map(base.sections.map((section) => [section.id, section]));
  const changed = sections.filter((section) => known.get(section.id) !== section);
  return { head, order: sections.map(({ id }) => id), sections: changed };
}

/** Saves after a pause in typing and before leaving. After a conflict, saves nothing until the editor reloads. */
export function useDraft(courseId: string, stored: { readonly draft: Draft; readonly number: number }) {
  const queries = useQueryClient();
  // Current values for queued saves.
  const latest = useRef({ draft: stored.draft, base: stored, pendingSave: null as Promise<number | null> | null });
  const [{ draft, base }, setShown] = useState({ draft: stored.draft, base: stored });
  const [conflict, setConflict] = useState<string | null>(null);
  const isDirty = draft !== base.draft;
  const set = (next: Partial<typeof latest.current>) => {
    Object.assign(latest.current, next);
    setShown({ draft: latest.current.draft, base: latest.current.base });
  };
  const mutation = useMutation({
    ...api.authoring.save.mutationOptions(),
    onError: (error) => {
      const { code, text } = errorMessage(error);
      if (code === 'authoring.saved_meanwhile') setConflict(text);
      else toastRefusal(error);
    },
  });
  const saveOnce = async (): Promise<number | null> => {
    const { draft: sent, base: before } = latest.current;
    const body = { courseId, number: before.number, ...getSaveInput(sent, before.draft) };
    const saved = await mutation.mutateAsync(body).catch(() => null);
    if (saved) set({ base: { draft: sent, number: saved.number } });
    if (saved) void queries.invalidateQueries({ queryKey: api.authoring.courses.key() });
    return saved?.number ?? null;
  };
  /** Returns the number of the saved draft, or null on failure. */
  const save = async (): Promise<number | null> => {
    if (latest.current.pendingSave) await latest.current.pendingSave;
    while (latest.current.draft !== latest.current.base.draft) {
      latest.current.pendingSave = saveOnce();
      const number = await latest.current.pendingSave;
      latest.current.pendingSave = null;
      if (number === null) return null;
    }
    return latest.current.base.number;
  };
  useEffect(() => {
    if (draft === base.draft || conflict !== null) return;
    const timer = setTimeout(() => void save(), saveDelayMs);
    return () => clearTimeout(timer);
  });
  useSaveOnLeave(isDirty, save);
  const change: ChangeDraft = (next) => set({ draft: next(latest.current.draft) });
  return { draft, change, save, isDirty, isSaving: mutation.isPending, conflict };
}

function useSaveOnLeave(isDirty: boolean, save: () => Promise<number | null>) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  const handlers = useRef({ blocker, save });
  useEffect(() => {
    handlers.current = { blocker, save };
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const { blocker: current } = handlers.current;
    void handlers.current.save().then((number) => (number === null ? current.reset?.() : current.proceed?.()));
  }, [blocker.state]);
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isDirty]);
}
