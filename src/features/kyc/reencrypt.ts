import type pg from 'pg';
import type { EncryptionKeys } from '../../platform/database/column-encryption.ts';
import { withSystem } from '../../platform/database/database.ts';
import { reencryptAll } from '../../platform/database/reencrypt.ts';
import { decryptField, encryptField } from './submission-data.ts';
import { findOutdatedNumbers, replaceEncrypted } from './submission-store.ts';

/** Re-encrypts TRN and ID numbers with the newest key. Restartable. Reports numbers without a key. */
export const resealNumbers = (pool: pg.Pool, keys: EncryptionKeys) =>
  reencryptAll({
    loadAfter: (last) => withSystem(pool, (tx) => findOutdatedNumbers(tx, keys[0].id, last)),
    getId: ({ id }) => id,
    reencrypt: async (number) => {
      const renewed = encryptField(keys, decryptField(keys, { [number.field]: number.sealed }, number), number);
      return withSystem(pool, (tx) => replaceEncrypted(tx, number, renewed));
    },
  });
