import { setTimeout as sleep } from 'node:timers/promises';

/** Generous: waits end as soon as their condition holds. */
const timeoutMs = 10 * 60_000;

/** Waits for a condition. Throws with its name after the timeout. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, ms = timeoutMs): Promise<void> {
  const end = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`waited ${Math.round(ms / 1000)} s in vain for ${what}`);
    await sleep(100);
  }
}
