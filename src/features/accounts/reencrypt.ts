import type { Db } from '../../platform/database/database.ts';
import { reencryptAll } from '../../platform/database/reencrypt.ts';
import { decryptSecret, encryptSecret, getCurrentKeyId, type Secrets } from './field-encryption.ts';
import { findSecretsOfOtherKeys, replaceSecret } from './mfa-store.ts';

/** Re-encrypts authenticator secrets with the newest key. Safe to repeat; reports owners without a key. */
export const reencryptAuthenticators = (db: Db, secrets: Secrets) =>
  reencryptAll({
    loadAfter: (lastId) => findSecretsOfOtherKeys(db, getCurrentKeyId(secrets), lastId),
    getId: ({ userId }) => userId,
    reencrypt: async (stored) =>
      replaceSecret(db, stored, encryptSecret(decryptSecret(stored, stored.userId, secrets), stored.userId, secrets)),
  });
