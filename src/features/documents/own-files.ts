import type { Db } from '../../platform/database.ts';
import { filesOfPerson, type StoredFile, waitForTurn } from './store.ts';

export type OwnFile = Omit<StoredFile, 'keyId' | 'state'> & { readonly state: 'clean' | 'being_checked' | 'refused' };

/**
 * Those of these files that the person of the transaction uploaded; replaced ones are not among them. For whoever
 * builds on files (identity): until the transaction ends, the parts of their submissions cannot be replaced, so what
 * was checked here is what the new row stands on.
 */
export async function ownFiles(tx: Db, ids: readonly string[]): Promise<OwnFile[]> {
  const submissions = new Set((await filesOfPerson(tx, ids)).map(({ submissionId }) => submissionId));
  for (const submission of [...submissions].sort()) if (submission) await waitForTurn(tx, submission);
  const files = await filesOfPerson(tx, ids);
  return files.map(({ keyId: _keyId, ...file }) => file as OwnFile);
}
