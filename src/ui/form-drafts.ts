import { useEffect, useRef, useState } from 'react';
import { beforeReloadEvent } from '../kernel/reload-event.ts';
import { call } from './client.ts';
import { deleteTabDraft, readTabDraft, saveTabDraft, type TabDraft } from './tab-drafts.ts';
import { getViewer, pageUserId, setPageUserId } from './viewer-state.ts';

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
