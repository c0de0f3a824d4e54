import { useEffect, useRef, useState } from 'react';
import { beforeAnew } from '../kernel/before-anew.ts';
import { call } from './client.ts';
import { forgetOwn, type Kept, keepOwn, readOwn } from './own-kept.ts';
import { noteWhose, viewer, whosePage } from './viewer-marks.ts';

/** Asks whose page this is where nobody signed in by it, so that nobody else is shown what is typed here. */
async function askWhose(): Promise<void> {
  if (viewer().session === 'out' || whosePage() !== undefined) return;
  // Unanswered, it is kept as nobody's, and stands again for nobody who is known.
  const me = await call.accounts.viewer().catch(() => null);
  if (me) noteWhose(me.id);
}

/** Has a form keep what stands in it when its session ends, or whoever filled it leaves the page to log in again. */
export function useKeepsAway(keeps: () => void): void {
  const latest = useRef(keeps);
  latest.current = keeps;
  useEffect(() => {
    const now = () => latest.current();
    void askWhose();
    addEventListener(beforeAnew, now);
    return () => {
      removeEventListener(beforeAnew, now);
      if (viewer().session === 'out') now();
    };
  }, []);
}

/**
 * The same under a name that begins with `kept-`, in this tab alone and of its person alone; nothing is kept where the
 * form says null.
 */
export const useKeepsIn = (key: string, values: () => object | null): void =>
  useKeepsAway(() => {
    const held = values();
    if (held) keepOwn(key, held);
  });

/** Whether something is kept under a name, for whoever is to open the form again that kept it. */
export const isKeptAway = (key: string): boolean => Object.keys(readOwn(key)).length > 0;

/** What a form kept under a name when its person went to log in again; nothing where nothing was. */
export function useKeptAway(key: string): Kept {
  const [kept] = useState(() => readOwn(key));
  useEffect(() => forgetOwn(key), [key]);
  return kept;
}
