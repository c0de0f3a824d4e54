import { onlineManager } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../ui/client.ts';
import { errorMessage, isUnanswered } from '../../../ui/error-message.ts';
import type { Evidence } from '../schema.ts';

/** Delay between the last change and the save. `retryMs`: interval of retries while offline. */
const saveDelayMs = 1_000;
const retryMs = 10_000;

type SaveState = { readonly state: 'same' | 'keeping' | 'kept' | 'no-line' } | { readonly refused: string };

export function useServerDraft(courseId: string, evidence: Evidence) {
  const text = JSON.stringify(evidence);
  const savedText = useRef(text);
  const pendingSave = useRef<Promise<unknown>>(Promise.resolve());
  const [saveState, setSaveState] = useState<SaveState>({ state: 'same' });
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new try sends the same text once more.
  useEffect(() => {
    if (text === savedText.current) return;
    const send = async () => {
      setSaveState({ state: 'keeping' });
      await call.projects.keepDraft({ courseId, evidence: JSON.parse(text) }).then(
        () => {
          savedText.current = text;
          setSaveState({ state: 'kept' });
        },
        (error) => setSaveState(isUnanswered(error) ? { state: 'no-line' } : { refused: errorMessage(error).text }),
      );
    };
    const timer = setTimeout(() => {
      pendingSave.current = pendingSave.current.then(send);
    }, saveDelayMs);
    return () => clearTimeout(timer);
  }, [courseId, text, tries]);

  const isOffline = 'state' in saveState && saveState.state === 'no-line';
  useEffect(() => {
    if (!isOffline) return;
    const retry = () => setTries((count) => count + 1);
    const stop = onlineManager.subscribe((online) => online && retry());
    const timer = setInterval(retry, retryMs);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [isOffline]);

  return {
    saveState,
    /** Waits for a pending save before the submission, so that no draft is stored after it. */
    flush: async () => {
      savedText.current = text;
      await pendingSave.current;
    },
  };
}
