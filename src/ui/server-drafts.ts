import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Fields, StartValues } from './form-fields.ts';
import type { StoredFile } from './send-file.ts';

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
