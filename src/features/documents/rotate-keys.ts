import type pg from 'pg';
import { withSystem } from '../../platform/database/database.ts';
import { type ReencryptResult, reencryptAll } from '../../platform/database/reencrypt.ts';
import { type PrivateFiles, reencryptFile } from '../../platform/files/private-files.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { findIdsOfOlderKeys, lockFile, setFileKey } from './store.ts';

/**
 * Re-encrypts files that have an older key. With `plainOnly`, encrypts only unencrypted files. Safe to interrupt and
 * repeat: each encrypted file names its key.
 */
export const rotateKeys = (pool: pg.Pool, files: PrivateFiles, plainOnly = false): Promise<ReencryptResult> =>
  reencryptAll({
    loadAfter: (last) =>
      withSystem(pool, (tx) => findIdsOfOlderKeys(tx, { than: files.keys.current, plainOnly }, last)),
    getId: (id) => id,
    reencrypt: (id) => reencrypt(pool, files, id),
  });

/** Re-encrypts one file. Locks the row against a concurrent replacement. */
const reencrypt = (pool: pg.Pool, files: PrivateFiles, id: string): Promise<boolean> =>
  withSystem(pool, async (tx) => {
    const file = await lockFile(tx, id);
    if (!file || (file.state !== 'clean' && file.state !== 'being_checked')) return false;
    await reencryptFile(files, file);
    await setFileKey(tx, id, files.keys.current);
    return true;
  });

/** Encrypts payment proofs that older versions stored unencrypted. */
export async function encryptPlain({ pool, files, log }: Services): Promise<void> {
  const { reencrypted: renewed, failed } = await rotateKeys(pool, files, true);
  if (renewed + failed.length > 0) log.warn({ sealed: renewed, failed }, 'files that lay in the open were encrypted');
}
