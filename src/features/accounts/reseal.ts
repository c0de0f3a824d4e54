import type { Db } from '../../platform/database.ts';
import { renewAll } from '../../platform/renew-all.ts';
import { replaceSealed, sealedOtherwise } from './factor-store.ts';
import { currentKeyId, type Secrets, seal, unseal } from './sealing.ts';

/**
 * Seals the secrets of authenticator apps anew with the newest key. May be broken off and started again; a secret whose
 * key is not here stays as it is, and its owner is named.
 */
export const resealAuthenticators = (db: Db, secrets: Secrets) =>
  renewAll({
    after: (last) => sealedOtherwise(db, currentKeyId(secrets), last),
    idOf: ({ userId }) => userId,
    renew: async (kept) => replaceSealed(db, kept, seal(unseal(kept, kept.userId, secrets), kept.userId, secrets)),
  });
