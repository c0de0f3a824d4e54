import { scryptSync } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import type { Derivation } from './password-work.ts';

/** A thread that does nothing but what makes passwords slow to guess. */
parentPort?.on('message', ({ secret, salt, bytes, cost }: Derivation) => {
  try {
    const key = scryptSync(secret, salt, bytes, { ...cost, maxmem: 256 * cost.N * cost.r });
    parentPort?.postMessage({ done: key.toString('hex') });
  } catch (error) {
    parentPort?.postMessage({ failed: String(error) });
  }
});
