import type { Db } from '../../platform/database/database.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { claimDailyEmail } from '../../platform/limits/email-quota.ts';
import type { WorkshopEmail } from './emails.ts';

export type SeatEmailJob = { readonly placeId: string; readonly kind: WorkshopEmail; readonly last: boolean };

type SeatEmailRequest = { readonly id: string; readonly userId: string; readonly kind: WorkshopEmail };

/** Enqueues an email about a seat. Sends nothing above the daily limit. */
export async function enqueueSeatEmail(
  services: Services,
  tx: Db,
  { id, userId, kind }: SeatEmailRequest,
): Promise<void> {
  const quota = await claimDailyEmail(tx, 'workshop', { recipientId: userId, now: services.clock() });
  if (!quota) return;
  const job: SeatEmailJob = { placeId: id, kind, last: quota === 'last' };
  await services.jobs.enqueue(tx, 'workshops.send_email', job);
}
