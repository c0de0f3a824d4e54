import type pg from 'pg';
import { asSystem } from '../../platform/database.ts';
import { renewAll } from '../../platform/renew-all.ts';
import type { SealingKeys } from '../../platform/sealed.ts';
import { replaceSealed, sealedOtherwise } from './reseal-store.ts';
import { openField, sealField } from './submission-data.ts';

/**
 * Seals TRN and ID numbers anew with the newest key. May be broken off and started again; a number whose key is not
 * here stays as it is, and its submission is named.
 */
export const resealNumbers = (pool: pg.Pool, keys: SealingKeys) =>
  renewAll({
    after: (last) => asSystem(pool, (tx) => sealedOtherwise(tx, keys[0].id, last)),
    idOf: ({ id }) => id,
    renew: async (kept) => {
      const anew = sealField(keys, openField(keys, { [kept.field]: kept.sealed }, kept), kept);
      return asSystem(pool, (tx) => replaceSealed(tx, kept, anew));
    },
  });
