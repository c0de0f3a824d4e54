import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Fields, Start } from './fields.ts';
import type { StoredFile } from './send-file.ts';

/** After the last key stroke, before what was typed is sent. */
const settles = 1000;

/** A form as the server keeps it: texts by name. */
export type DraftText = Record<string, string>;

const isStored = (value: unknown): value is StoredFile =>
  typeof value === 'object' && value !== null && 'id' in value && 'name' in value && 'bytes' in value;

/** A file as it stands in a draft; null where there is none. */
export function fileFrom(text: unknown): StoredFile | null {
  try {
    const read: unknown = JSON.parse(String(text || 'null'));
    return isStored(read) ? read : null;
  } catch {
    return null;
  }
}

type Kept = { data: DraftText; updatedAt: Date } | null;

type Draft<In> = {
  empty: In;
  write: (values: In) => DraftText;
  read: (data: DraftText) => In;
  query: UseQueryOptions<Kept, never, Kept>;
  keep: (draft: { data: DraftText }) => Promise<unknown>;
  restored: (values: In) => void;
};

/**
 * Keeps what was typed on the server, so that it survives a lost line and can be finished on another device
 * (decision A2), and brings it back once. `restoredAt` is when it was kept, while the restored form is in use.
 */
export function useDraft<In>(form: Fields<In>, draft: Draft<In>) {
  const { data, isPending } = useQuery({
    ...draft.query,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const textOf = (values: In) => JSON.stringify(draft.write(values));
  const nothing = textOf(draft.empty);
  const [restoredAt, setRestoredAt] = useState<Date | null>(null);
  const looked = useRef(false);
  const kept = useRef(nothing);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const flight = useRef<Promise<unknown>>(Promise.resolve());
  const text = textOf(form.values());

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first answer of the server is looked at.
  useEffect(() => {
    if (looked.current || isPending) return;
    looked.current = true;
    // Whoever has typed already is not overwritten.
    if (!data || text !== nothing) return;
    const values = draft.read(data.data);
    kept.current = textOf(values);
    if (kept.current === nothing) return;
    form.reset(values as Start<In>);
    setRestoredAt(data.updatedAt);
    draft.restored(values);
  }, [isPending]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for what is kept.
  useEffect(() => {
    if (!looked.current || text === kept.current) return;
    timer.current = setTimeout(() => {
      kept.current = text;
      // A draft that could not be kept is no reason to disturb: the next key stroke tries again.
      flight.current = draft.keep({ data: JSON.parse(text) }).catch(() => {
        kept.current = '';
      });
    }, settles);
    return () => clearTimeout(timer.current);
  }, [text]);

  return {
    restoredAt,
    /** Before the form is sent: keeps nothing more, and waits for what is on its way, so that no draft outlives it. */
    stop: async () => {
      clearTimeout(timer.current);
      await flight.current;
    },
    /** The form was sent or given up: it is empty again, and nothing of it is kept any more. */
    forget: () => {
      kept.current = nothing;
      setRestoredAt(null);
      form.reset();
    },
  };
}
