import type pg from 'pg';
import { asSystem } from '../../platform/database.ts';
import type { SealingKeys } from '../../platform/sealed.ts';
import { replaceSealed, sealedOtherwise } from './reseal-store.ts';
import { openField, sealField } from './submission-data.ts';

/**
 * Seals TRN and ID numbers anew with the newest key. May be broken off and started again; a number whose key is not
 * here stays as it is, and its submission is named.
 */
export async function resealNumbers(pool: pg.Pool, keys: SealingKeys) {
  const failed = new Set<string>();
  let renewed = 0;
  for (let last = '00000000-0000-0000-0000-000000000000'; ; ) {
    const page = await asSystem(pool, (tx) => sealedOtherwise(tx, keys[0].id, last));
    if (page.length === 0) return { renewed, failed: [...failed] };
    for (const kept of page) {
      last = kept.id;
      try {
        const anew = sealField(keys, openField(keys, { [kept.field]: kept.sealed }, kept), kept);
        if (await asSystem(pool, (tx) => replaceSealed(tx, kept, anew))) renewed++;
      } catch {
        failed.add(kept.id);
      }
    }
  }
}
