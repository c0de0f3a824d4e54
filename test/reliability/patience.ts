import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again and again until the answer is there, and says what it waited for when it never comes. */
export async function until<T>(what: string, ask: () => Promise<T | null | false> | T | null | false, ms = 15_000) {
  const end = performance.now() + ms;
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== false) return answer as T;
    if (performance.now() > end) throw new Error(`waited in vain for ${what}`);
    await sleep(50);
  }
}
