import { onlineManager } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../ui/client.ts';
import { isUnanswered, refusalWords } from '../../../ui/refusal-words.ts';
import type { Evidence } from '../schema.ts';

/** Milliseconds after the last key stroke before what was written is sent, and between tries without a line. */
const settles = 1_000;
const triesAgain = 10_000;

type Keeping = { readonly state: 'same' | 'keeping' | 'kept' | 'no-line' } | { readonly refused: string };

/** Keeps what is written of a project on the server while it is written, and says how far that is. */
export function useKeptDraft(courseId: string, evidence: Evidence) {
  const text = JSON.stringify(evidence);
  const kept = useRef(text);
  const flight = useRef<Promise<unknown>>(Promise.resolve());
  const [keeping, setKeeping] = useState<Keeping>({ state: 'same' });
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new try sends the same text once more.
  useEffect(() => {
    if (text === kept.current) return;
    const send = async () => {
      setKeeping({ state: 'keeping' });
      await call.projects.keepDraft({ courseId, evidence: JSON.parse(text) }).then(
        () => {
          kept.current = text;
          setKeeping({ state: 'kept' });
        },
        (error) => setKeeping(isUnanswered(error) ? { state: 'no-line' } : { refused: refusalWords(error).text }),
      );
    };
    const timer = setTimeout(() => {
      flight.current = flight.current.then(send);
    }, settles);
    return () => clearTimeout(timer);
  }, [courseId, text, tries]);

  const waits = 'state' in keeping && keeping.state === 'no-line';
  useEffect(() => {
    if (!waits) return;
    const again = () => setTries((count) => count + 1);
    const stop = onlineManager.subscribe((online) => online && again());
    const timer = setInterval(again, triesAgain);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [waits]);

  return {
    keeping,
    /** Before it is handed in: what is on its way arrives first, so that no draft outlives it. */
    settled: async () => {
      kept.current = text;
      await flight.current;
    },
  };
}
