import { setTimeout } from 'node:timers/promises';

type Bounds = {
  readonly intervalMs: number;
  /** Maximum wait of a caller, who then gets null. The read continues for the next caller. */
  readonly timeoutMs: number;
};

/** Reads at most once per interval and once at a time. A failed read returns null until the interval ends. */
export function throttleRead<T>(
  read: () => Promise<T | null>,
  { intervalMs, timeoutMs }: Bounds,
): () => Promise<T | null> {
  let last: { readonly at: number; readonly value: T | null } | undefined;
  let pending: Promise<T | null> | undefined;
  const start = async () => {
    const value = await read().catch(() => null);
    last = { at: performance.now(), value };
    pending = undefined;
    return value;
  };
  return async () => {
    if (last && performance.now() - last.at < intervalMs) return last.value;
    pending ??= start();
    return Promise.race([pending, setTimeout(timeoutMs, null, { ref: false })]);
  };
}
