import { useEffect, useRef, useState } from 'react';
import { beforeAnew } from '../kernel/before-anew.ts';
import { viewer } from './viewer-marks.ts';

type Kept = Readonly<Record<string, unknown>>;

function keep(key: string, values: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(values));
  } catch {
    // Nothing to keep it in: the form begins empty then.
  }
}

function read(key: string): Kept {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return typeof kept === 'object' && kept !== null ? { ...kept } : {};
  } catch {
    return {};
  }
}

function forget(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

/** Has a form keep what stands in it when its session ends, or whoever filled it leaves the page to log in again. */
export function useKeepsAway(keeps: () => void): void {
  const latest = useRef(keeps);
  latest.current = keeps;
  useEffect(() => {
    const now = () => latest.current();
    addEventListener(beforeAnew, now);
    return () => {
      removeEventListener(beforeAnew, now);
      if (viewer().session === 'out') now();
    };
  }, []);
}

/** The same under a name, in this tab alone; nothing is kept where the form says null. */
export const useKeepsIn = (key: string, values: () => object | null): void =>
  useKeepsAway(() => {
    const held = values();
    if (held) keep(key, held);
  });

/** Whether something is kept under a name, for whoever is to open the form again that kept it. */
export const isKeptAway = (key: string): boolean => Object.keys(read(key)).length > 0;

/** What a form kept under a name when its person went to log in again; nothing where nothing was. */
export function useKeptAway(key: string): Kept {
  const [kept] = useState(() => read(key));
  useEffect(() => forget(key), [key]);
  return kept;
}
