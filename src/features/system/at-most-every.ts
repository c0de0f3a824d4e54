import { setTimeout } from 'node:timers/promises';

type Bounds = {
  /** Milliseconds for which what was read answers everybody. */
  readonly every: number;
  /** Milliseconds after which whoever asks goes without; the reading goes on for the next. */
  readonly patience: number;
};

/**
 * Reads something seldom, however often it is asked for, and once at a time. Null where it cannot be read: that is
 * not asked anew at once either.
 */
export function atMostEvery<T>(read: () => Promise<T | null>, { every, patience }: Bounds): () => Promise<T | null> {
  let last: { readonly at: number; readonly value: T | null } | undefined;
  let underWay: Promise<T | null> | undefined;
  const begin = async () => {
    const value = await read().catch(() => null);
    last = { at: performance.now(), value };
    underWay = undefined;
    return value;
  };
  return async () => {
    if (last && performance.now() - last.at < every) return last.value;
    underWay ??= begin();
    return Promise.race([underWay, setTimeout(patience, null, { ref: false })]);
  };
}
