import { useEffect } from 'react';

type Tree = { readonly [name: string]: unknown };
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What people type or tick, of all that stands in a form: files and ids are not. */
const own = (name: string, value: unknown): boolean =>
  name !== 'id' && name !== 'file' && (typeof value === 'string' || typeof value === 'boolean');

/**
 * The start of a form with what was typed into it before: where the form still has such a field of the same kind. A
 * list is taken whole, as far as each of its entries has words alone. Pure.
 */
export function withTyped<T>(start: T, typed: unknown): T {
  if (!isTree(start) || !isTree(typed)) return start;
  const filled = Object.entries(start as Tree).map(([name, value]) => {
    const kept = typed[name];
    if (isTree(value)) return [name, withTyped(value, kept)];
    if (Array.isArray(value)) return [name, isListOfWords(kept) ? kept : value];
    return [name, own(name, value) && typeof kept === typeof value ? kept : value];
  });
  return Object.fromEntries(filled);
}

const isListOfWords = (list: unknown): boolean =>
  Array.isArray(list) &&
  list.every((one) => isTree(one) && Object.entries(one).every(([name, value]) => own(name, value)));

/** Whose a form is, and which. */
export type KeptAs = { readonly form: string; readonly person: string };

const keyOf = ({ form, person }: KeptAs): string => `typed:${form}:${person}`;

/** What this person typed into this form in this tab; what another person left is dropped. */
export function typedBefore(as: KeptAs): unknown {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith('typed:') && !key.endsWith(`:${as.person}`)) sessionStorage.removeItem(key);
    return JSON.parse(sessionStorage.getItem(keyOf(as)) ?? 'null');
  } catch {
    return null;
  }
}

/** It was sent, so it is kept no longer. */
export function forgetTyped(as: KeptAs): void {
  try {
    sessionStorage.removeItem(keyOf(as));
  } catch {
    // Nothing was kept.
  }
}

/**
 * Keeps what stands in a form in this tab, so that a reload, a step back or a session that ended takes nothing of it
 * away. It goes with the tab, with signing out, and once it was sent.
 */
export function useKeptTyped(as: KeptAs, values: unknown): void {
  const text = JSON.stringify(values);
  const key = keyOf(as);
  useEffect(() => {
    try {
      sessionStorage.setItem(key, text);
    } catch {
      // Nothing to keep it in: the form begins as the server knows it.
    }
  }, [key, text]);
}
