/** An answer that hangs is not waited for longer, ms. */
const patience = 5_000;
/** What takes long is left in peace as long again, but no longer than this, ms. */
const longestRest = 1_000;
const after = (ms: number) => new Promise((done) => setTimeout(done, ms));

/**
 * Asks again for what is said to have changed, one time after the other: of all that is said of a name while it is
 * being asked for, once more afterwards. Somebody at the desk who confirms a hundred lines would else have the whole
 * list read a hundred times, and so would everybody who looks at it.
 */
export function askAgain(ask: (name: string) => Promise<unknown>): (name: string) => Promise<void> {
  const saidMeanwhile = new Map<string, boolean>();
  return async (name) => {
    if (saidMeanwhile.has(name)) return void saidMeanwhile.set(name, true);
    do {
      saidMeanwhile.set(name, false);
      const begun = performance.now();
      await Promise.race([ask(name).catch(() => undefined), after(patience)]);
      await after(Math.min(performance.now() - begun, longestRest));
    } while (saidMeanwhile.get(name));
    saidMeanwhile.delete(name);
  };
}
