import type { Db } from '../../platform/database.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { OwnerNotice } from './letters.ts';
import { mayTellOf } from './mail-limits.ts';

type By = { readonly jobs: Jobs; readonly now: Date };

/** Puts a letter about a change on its way, in one transaction with the change, if today has room for it. */
export async function tellOwner(tx: Db, { jobs, now }: By, { email, about }: { email: string; about: OwnerNotice }) {
  if (!(await mayTellOf(tx, about, { email, now }))) return;
  await jobs.enqueue(tx, 'accounts.letter', { email, about, at: now.toISOString() });
}
