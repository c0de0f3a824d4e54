import type pg from 'pg';
import { decryptText, type EncryptionKeys, encryptText } from '../../../platform/database/column-encryption.ts';
import { withSystem } from '../../../platform/database/database.ts';
import { reencryptAll } from '../../../platform/database/reencrypt.ts';
import { findOutdatedSecrets, replaceEncrypted } from './webhook-store.ts';

type SecretOwner = { readonly userId: string; readonly url: string };
const encryptionContext = ({ userId, url }: SecretOwner) => `webhook ${userId} ${url}`;

/** Binds the ciphertext to owner and URL. */
export const encryptSecret = (keys: EncryptionKeys, secret: string, owner: SecretOwner): string =>
  encryptText(keys, secret, encryptionContext(owner));
export const decryptSecret = (keys: EncryptionKeys, sealed: string, owner: SecretOwner): string =>
  decryptText(keys, sealed, encryptionContext(owner));

/** Re-encrypts secrets with the newest key. Can be interrupted and repeated. Reports secrets with a missing key. */
export const reencryptWebhooks = (pool: pg.Pool, keys: EncryptionKeys) =>
  reencryptAll({
    loadAfter: (last) => withSystem(pool, (tx) => findOutdatedSecrets(tx, keys[0].id, last)),
    getId: ({ id }) => id,
    reencrypt: async (stored) => {
      const reencrypt = (sealed: string) => encryptSecret(keys, decryptSecret(keys, sealed, stored), stored);
      const renewed = {
        sealed: reencrypt(stored.sealed),
        formerSealed: stored.formerSealed && reencrypt(stored.formerSealed),
      };
      return withSystem(pool, (tx) => replaceEncrypted(tx, stored, renewed));
    },
  });
