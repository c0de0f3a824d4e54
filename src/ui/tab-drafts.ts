import { pageUserId } from './viewer-state.ts';

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
