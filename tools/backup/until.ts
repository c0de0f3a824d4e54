import { setTimeout as sleep } from 'node:timers/promises';

const timeoutMs = 10 * 60_000;

/** Polls a condition every 100 ms until it is true. Throws with `what` after `ms`. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, ms = timeoutMs): Promise<void> {
  const end = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`timed out after ${Math.round(ms / 1000)} s waiting for ${what}`);
    await sleep(100);
  }
}
