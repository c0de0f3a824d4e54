import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { beforeReloadEvent } from '../kernel/reload-event.ts';
import { call } from './client.ts';
import type { Fields, StartValues } from './form-fields.ts';
import type { StoredFile } from './send-file.ts';
import { getViewer, pageUserId, setPageUserId } from './viewer-state.ts';

export type TabDraft = Readonly<Record<string, unknown>>;

/** Saves a draft of the current user in this tab. Saves nothing after sign-out. */
export function saveTabDraft(key: string, values: object): void {
  const userId = pageUserId();
  if (userId === null) return;
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...values, userId }));
  } catch {
    // Storage is unavailable: the next page starts with an empty form.
  }
}

/** Reads a draft. Empty if there is none or it belongs to another user. */
export function readTabDraft(key: string): TabDraft {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return {};
    const { userId, ...values } = stored as TabDraft;
    return userId === (pageUserId() ?? undefined) ? values : {};
  } catch {
    return {};
  }
}

export function deleteTabDraft(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage is unavailable.
  }
}

/** Loads the user id if the user was signed in when the page opened. */
async function loadPageUserId(): Promise<void> {
  if (getViewer().session === 'out' || pageUserId() !== undefined) return;
  // Without a response the user is unknown, so the draft is not restored.
  const me = await call.accounts.viewer().catch(() => null);
  if (me) setPageUserId(me.id);
}

/** Calls `save` when the session ends or the user leaves the page to log in again. */
export function useSaveOnSessionEnd(save: () => void): void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const saveNow = () => latest.current();
    void loadPageUserId();
    addEventListener(beforeReloadEvent, saveNow);
    return () => {
      removeEventListener(beforeReloadEvent, saveNow);
      if (getViewer().session === 'out') saveNow();
    };
  }, []);
}

/** Saves `values()` for this user and tab. The key must begin with `kept-`. Null saves nothing. */
export const useSaveDraftOnSessionEnd = (key: string, values: () => object | null): void =>
  useSaveOnSessionEnd(() => {
    const draft = values();
    if (draft) saveTabDraft(key, draft);
  });

export const hasTabDraft = (key: string): boolean => Object.keys(readTabDraft(key)).length > 0;

/** Reads a draft once and removes it. */
export function useRestoredDraft(key: string): TabDraft {
  const [draft] = useState(() => readTabDraft(key));
  useEffect(() => deleteTabDraft(key), [key]);
  return draft;
}

const debounceMs = 1000;

export type DraftText = Record<string, string>;

const isStoredFile = (value: unknown): value is StoredFile =>
  typeof value === 'object' && value !== null && 'id' in value && 'name' in value && 'bytes' in value;

/** Parses a stored file from draft text. Null for other text. */
export function parseStoredFile(text: unknown): StoredFile | null {
  try {
    const read: unknown = JSON.parse(String(text || 'null'));
    return isStoredFile(read) ? read : null;
  } catch {
    return null;
  }
}

type StoredDraft = { data: DraftText; updatedAt: Date } | null;

type DraftOptions<In> = {
  empty: In;
  write: (values: In) => DraftText;
  read: (data: DraftText) => In;
  query: UseQueryOptions<StoredDraft, never, StoredDraft>;
  save: (draft: { data: DraftText }) => Promise<unknown>;
  onRestored: (values: In) => void;
};

/** Saves form input on the server (decision A2) and restores it when the form opens. */
export function useServerDraft<In>(form: Fields<In>, draft: DraftOptions<In>) {
  const { data, isPending } = useQuery({
    ...draft.query,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const serialize = (values: In) => JSON.stringify(draft.write(values));
  const emptyText = serialize(draft.empty);
  const [restoredAt, setRestoredAt] = useState<Date | null>(null);
  const hasLoaded = useRef(false);
  const savedText = useRef(emptyText);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const saving = useRef<Promise<unknown>>(Promise.resolve());
  const text = serialize(form.values());

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first response restores the draft.
  useEffect(() => {
    if (hasLoaded.current || isPending) return;
    hasLoaded.current = true;
    // Never overwrite typed input.
    if (!data || text !== emptyText) return;
    const values = draft.read(data.data);
    savedText.current = serialize(values);
    if (savedText.current === emptyText) return;
    form.reset(values as StartValues<In>);
    setRestoredAt(data.updatedAt);
    draft.onRestored(values);
  }, [isPending]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text represents the draft.
  useEffect(() => {
    if (!hasLoaded.current || text === savedText.current) return;
    timer.current = setTimeout(() => {
      savedText.current = text;
      // Ignores a failed save; the next change saves again.
      saving.current = draft.save({ data: JSON.parse(text) }).catch(() => {
        savedText.current = '';
      });
    }, debounceMs);
    return () => clearTimeout(timer.current);
    // `isPending`: saves input that was typed before the first response.
  }, [text, isPending]);

  return {
    restoredAt,
    /** Waits for a running save. Call before submitting, so that the save cannot recreate the draft. */
    flush: async () => {
      clearTimeout(timer.current);
      await saving.current;
    },
    /** Resets the form. Call after submitting or discarding. */
    clear: () => {
      savedText.current = emptyText;
      setRestoredAt(null);
      form.reset();
    },
  };
}

/** True for the first caller with this key in this tab. False if storage is unavailable. */
export function claimOncePerTab(key: string): boolean {
  try {
    if (sessionStorage.getItem(key)) return false;
    sessionStorage.setItem(key, 'yes');
    return true;
  } catch {
    return false;
  }
}
