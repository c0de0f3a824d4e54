import { argon2Sync, scryptSync } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import type { Derivation } from './password-work.ts';

function derive({ secret, salt, bytes, cost }: Derivation): string {
  const key =
    'N' in cost
      ? scryptSync(secret, salt, bytes, { ...cost, maxmem: 256 * cost.N * cost.r })
      : argon2Sync('argon2id', { message: secret, nonce: salt, tagLength: bytes, ...cost });
  return key.toString('hex');
}

/** A thread that does nothing but what makes passwords slow to guess. */
parentPort?.on('message', (asked: readonly Derivation[]) => {
  try {
    parentPort?.postMessage({ done: asked.map(derive) });
  } catch (error) {
    parentPort?.postMessage({ failed: String(error) });
  }
});
