import type { Db } from '../../platform/database/database.ts';
import { findFilesOfPerson, lockKey, type StoredFile } from './store.ts';

export type MyFile = Omit<StoredFile, 'keyId' | 'state'> & { readonly state: 'clean' | 'being_checked' | 'refused' };

/** Returns the user's own files by id, without replaced files. Locks the rows until the transaction ends. */
export async function findMyFiles(tx: Db, ids: readonly string[]): Promise<MyFile[]> {
  const submissions = new Set((await findFilesOfPerson(tx, ids)).map(({ submissionId }) => submissionId));
  for (const submission of [...submissions].sort()) if (submission) await lockKey(tx, submission);
  const files = await findFilesOfPerson(tx, ids);
  return files.map(({ keyId: _keyId, ...file }) => file as MyFile);
}
