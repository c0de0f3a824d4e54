import { useEffect } from 'react';

type Tree = { readonly [name: string]: unknown };
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Only text and checkboxes are restored, not files and ids. */
const isRestorable = (name: string, value: unknown): boolean =>
  name !== 'id' && name !== 'file' && (typeof value === 'string' || typeof value === 'boolean');

/** Merges a draft into start values where field name and type match. Arrays are replaced as a whole. */
export function mergeDraft<T>(start: T, draft: unknown): T {
  if (!isTree(start) || !isTree(draft)) return start;
  const filled = Object.entries(start as Tree).map(([name, value]) => {
    const saved = draft[name];
    if (isTree(value)) return [name, mergeDraft(value, saved)];
    if (Array.isArray(value)) return [name, isTextList(saved) ? saved : value];
    return [name, isRestorable(name, value) && typeof saved === typeof value ? saved : value];
  });
  return Object.fromEntries(filled);
}

const isTextList = (list: unknown): boolean =>
  Array.isArray(list) &&
  list.every((one) => isTree(one) && Object.entries(one).every(([name, value]) => isRestorable(name, value)));

export type AutosaveKey = { readonly form: string; readonly person: string };

const getStorageKey = ({ form, person }: AutosaveKey): string => `typed:${form}:${person}`;

/** Reads the draft of a form and deletes drafts of other users in this tab. */
export function readAutosave(owner: AutosaveKey): unknown {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith('typed:') && !key.endsWith(`:${owner.person}`)) sessionStorage.removeItem(key);
    return JSON.parse(sessionStorage.getItem(getStorageKey(owner)) ?? 'null');
  } catch {
    return null;
  }
}

export function deleteAutosave(owner: AutosaveKey): void {
  try {
    sessionStorage.removeItem(getStorageKey(owner));
  } catch {
    // Storage is unavailable.
  }
}

/** Saves form input in this tab, so that it survives a reload, going back or an expired session. */
export function useAutosave(owner: AutosaveKey, values: unknown): void {
  const text = JSON.stringify(values);
  const key = getStorageKey(owner);
  useEffect(() => {
    try {
      sessionStorage.setItem(key, text);
    } catch {
      // Storage is unavailable: nothing is saved.
    }
  }, [key, text]);
}
