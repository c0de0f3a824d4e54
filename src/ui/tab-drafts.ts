import { pageUserId } from './viewer-state.ts';

export type TabDraft = Readonly<Record<string, unknown>>;

/** Saves a draft for the current person in this tab; nothing after they signed out. */
export function saveTabDraft(key: string, values: object): void {
  const userId = pageUserId();
  if (userId === null) return;
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...values, userId }));
  } catch {
    // Storage is closed: the form starts empty.
  }
}

/** Empty when there is no draft or it is another person's. */
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
    // Storage is closed.
  }
}
