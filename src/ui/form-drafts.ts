import { useEffect, useRef, useState } from 'react';
import { beforeReloadEvent } from '../kernel/reload-event.ts';
import { call } from './client.ts';
import { deleteTabDraft, readTabDraft, saveTabDraft, type TabDraft } from './tab-drafts.ts';
import { getViewer, pageUserId, setPageUserId } from './viewer-state.ts';

/** Loads the user id where the page was opened signed in. */
async function loadPageUserId(): Promise<void> {
  if (getViewer().session === 'out' || pageUserId() !== undefined) return;
  // Without an answer the draft belongs to an unknown user and is not restored.
  const me = await call.accounts.viewer().catch(() => null);
  if (me) setPageUserId(me.id);
}

/** Saves the form when the session ends or the person leaves to log in again. */
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

/** Saves under a key that begins with `kept-`, in this tab and for this person; null saves nothing. */
export const useSaveDraftOnSessionEnd = (key: string, values: () => object | null): void =>
  useSaveOnSessionEnd(() => {
    const draft = values();
    if (draft) saveTabDraft(key, draft);
  });

export const hasTabDraft = (key: string): boolean => Object.keys(readTabDraft(key)).length > 0;

/** Reads the draft and removes it. */
export function useRestoredDraft(key: string): TabDraft {
  const [draft] = useState(() => readTabDraft(key));
  useEffect(() => deleteTabDraft(key), [key]);
  return draft;
}
