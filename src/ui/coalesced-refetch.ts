const timeoutMs = 5_000;
/** Upper bound of the pause after a slow refetch. */
const maxPauseMs = 1_000;
const delay = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Refetches one key at a time: a batch of a hundred changes must not reload a list a hundred times. */
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
