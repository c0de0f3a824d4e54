import type pg from 'pg';
import { asSystem } from '../../platform/database.ts';
import { type PrivateFiles, sealAnew } from '../../platform/files/private-files.ts';
import type { Services } from '../../platform/procedure.ts';
import { type Renewed, renewAll } from '../../platform/renew-all.ts';
import { heldFile, noteKey, ofOlderKeys } from './store.ts';

/**
 * Encrypts every file of an older key anew with the newest, and those of before that lie in the open; these alone if so
 * asked. May be broken off and started again: what is done is
 * done, a file says itself which key opens it, and its row is written after it.
 */
export const rotateKeys = (pool: pg.Pool, files: PrivateFiles, plainOnly = false): Promise<Renewed> =>
  renewAll({
    after: (last) => asSystem(pool, (tx) => ofOlderKeys(tx, { than: files.keys.current, plainOnly }, last)),
    idOf: (id) => id,
    renew: (id) => renew(pool, files, id),
  });

/** The row is held meanwhile, so that nobody replaces the file under our hands. */
const renew = (pool: pg.Pool, files: PrivateFiles, id: string): Promise<boolean> =>
  asSystem(pool, async (tx) => {
    const file = await heldFile(tx, id);
    if (!file || (file.state !== 'clean' && file.state !== 'being_checked')) return false;
    await sealAnew(files, file);
    await noteKey(tx, id, files.keys.current);
    return true;
  });

/** Seals what lies in the open, which older versions left for proofs of payment. */
export async function sealPlain({ pool, files, log }: Services): Promise<void> {
  const { renewed, failed } = await rotateKeys(pool, files, true);
  if (renewed + failed.length > 0) log.warn({ sealed: renewed, failed }, 'files that lay in the open were encrypted');
}
