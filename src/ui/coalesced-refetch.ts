/** A refetch without a response blocks the next one this long, ms. A new refetch cancels the running one. */
const timeoutMs = 30_000;
/** Maximum pause after a slow refetch, ms. */
const maxPauseMs = 1_000;
const delay = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Combines requests to refetch the same key, so that 100 changes do not reload a list 100 times. */
export function coalesceRefetch(refetch: (name: string) => Promise<unknown>): (name: string) => Promise<void> {
  const pending = new Map<string, boolean>();
  return async (name) => {
    if (pending.has(name)) return void pending.set(name, true);
    do {
      pending.set(name, false);
      const startedAt = performance.now();
      await Promise.race([refetch(name).catch(() => undefined), delay(timeoutMs)]);
      await delay(Math.min(performance.now() - startedAt, maxPauseMs));
    } while (pending.get(name));
    pending.delete(name);
  };
}
