import type { Db } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { canNotifyOf } from './email-limits.ts';
import type { OwnerNotice } from './emails.ts';

type NotifyContext = { readonly jobs: Jobs; readonly now: Date };

/** Enqueues the mail unless the day's limit is reached. Call it in the transaction of the change. */
export async function notifyOwner(
  tx: Db,
  { jobs, now }: NotifyContext,
  { email, about }: { email: string; about: OwnerNotice },
) {
  if (!(await canNotifyOf(tx, about, { email, now }))) return;
  await jobs.enqueue(tx, 'accounts.send_email', { email, about, at: now.toISOString() });
}
