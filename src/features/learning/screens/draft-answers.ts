import { useState } from 'react';

type DraftAnswers = Readonly<Record<string, readonly number[]>>;

const isDraftAnswers = (stored: unknown): stored is DraftAnswers =>
  typeof stored === 'object' &&
  stored !== null &&
  Object.values(stored).every((chosen) => Array.isArray(chosen) && chosen.every((at) => Number.isInteger(at)));

function readDraft(key: string): DraftAnswers {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return isDraftAnswers(stored) ? stored : {};
  } catch {
    return {};
  }
}

function storeDraft(key: string, ticks: DraftAnswers): void {
  try {
    if (Object.keys(ticks).length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(ticks));
  } catch {
    // Without storage, the draft lasts until the page closes.
  }
}

const toKey = (name: string): string => `ticks:${name}`;

export const clearDraftAnswers = (name: string): void => storeDraft(toKey(name), {});

/** Stores unsent answers in this tab. `name` identifies the attempt or the lesson. */
export function useDraftAnswers(name: string): [DraftAnswers, (ticks: DraftAnswers) => void] {
  const key = toKey(name);
  const [ticks, setTicks] = useState(() => readDraft(key));
  return [
    ticks,
    (next) => {
      storeDraft(key, next);
      setTicks(next);
    },
  ];
}
