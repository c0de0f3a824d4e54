import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until the result is truthy. Throws with `what` after `ms`. */
export async function until<T>(what: string, poll: () => Promise<T | null | false> | T | null | false, ms = 15_000) {
  const end = performance.now() + ms;
  for (;;) {
    const answer = await poll();
    if (answer !== null && answer !== false) return answer as T;
    if (performance.now() > end) throw new Error(`timed out waiting for ${what}`);
    await sleep(50);
  }
}
