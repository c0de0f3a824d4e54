import { argon2Sync, scryptSync } from 'node:crypto';
import type { Derivation } from './password-work.ts';
import { serveWorker } from './worker-entry.ts';

function derive({ secret, salt, bytes, cost }: Derivation): string {
  const key =
    'N' in cost
      ? scryptSync(secret, salt, bytes, { ...cost, maxmem: 256 * cost.N * cost.r })
      : argon2Sync('argon2id', { message: secret, nonce: salt, tagLength: bytes, ...cost });
  return key.toString('hex');
}

serveWorker((derivations: readonly Derivation[]) => derivations.map(derive));
