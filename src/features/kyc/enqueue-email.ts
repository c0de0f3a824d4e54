import type { Db } from '../../platform/database/database.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { claimDailyEmail } from '../../platform/limits/email-quota.ts';
import type { IdentityEmail } from './emails.ts';

/** Enqueues an identity email in the caller's transaction. Does nothing above the daily limit per customer. */
export async function enqueueIdentityEmail(
  { services, tx }: { readonly services: Services; readonly tx: Db },
  about: Omit<IdentityEmail, 'last'>,
): Promise<void> {
  const quota = await claimDailyEmail(tx, 'identity', { recipientId: about.userId, now: services.clock() });
  if (!quota) return;
  const letter: IdentityEmail = { ...about, last: quota === 'last' };
  await services.jobs.enqueue(tx, 'identity.send_email', letter);
}
