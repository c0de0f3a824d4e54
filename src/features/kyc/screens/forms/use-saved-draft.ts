import { useCallback, useEffect, useRef } from 'react';
import { type AutosaveKey, useAutosave } from '../../../../ui/autosave.ts';
import { call } from '../../../../ui/client.ts';
import type { TierNumber } from '../../tiers.ts';
import type { SavedDraft } from './form-state.ts';

const saveDelayMs = 600;

type DraftOf = { readonly tier: TierNumber; readonly draft: SavedDraft; readonly autosaveKey: AutosaveKey };

/** Saves changed values on the server, and at once in this tab, which covers a reload before the delay is over. */
export function useSavedDraft({ tier, draft, autosaveKey }: DraftOf, values: unknown) {
  const text = JSON.stringify(values);
  const latest = useRef(text);
  latest.current = text;
  const saved = useRef(text);
  const base = useRef(draft.updatedAt);
  useAutosave(autosaveKey, { base: base.current, values });
  const { id } = draft;
  /** Saves also unchanged values the first time when `always`, so that another device finds the draft. */
  const save = useCallback(
    async (always = false) => {
      const sent = latest.current;
      if (sent === saved.current && !(always && base.current === null)) return;
      const { updatedAt } = await call.identity.saveDraft({ tier, id, values: sent });
      saved.current = sent;
      base.current = updatedAt;
    },
    [tier, id],
  );
  useEffect(() => {
    if (text === saved.current) return;
    const timer = setTimeout(() => void save().catch(() => undefined), saveDelayMs);
    return () => clearTimeout(timer);
  }, [text, save]);
  useEffect(() => {
    const saveWhenHidden = () => {
      if (document.visibilityState === 'hidden') void save().catch(() => undefined);
    };
    document.addEventListener('visibilitychange', saveWhenHidden);
    return () => document.removeEventListener('visibilitychange', saveWhenHidden);
  }, [save]);
  return { save };
}
