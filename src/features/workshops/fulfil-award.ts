import { type Db, publishTopic } from '../../platform/database.ts';
import type { Services } from '../../platform/procedure.ts';
import { loadCurrentSettings } from '../settings/store.ts';
import { addAward } from './award-store.ts';
import { enqueueSeatEmail } from './enqueue-email.ts';

type Attendance = { readonly id: string; readonly sessionId: string; readonly userId: string; readonly now: Date };

/** Grants one award per attendee and session, and emails the attendee to add a wallet. */
export async function grantAward(
  { tx, services }: { tx: Db; services: Services },
  attendance: Attendance,
): Promise<void> {
  const { awards } = await loadCurrentSettings(tx);
  if (!(await addAward(tx, { ...attendance, lgm: awards.attendance }))) return;
  await enqueueSeatEmail(services, tx, { id: attendance.id, userId: attendance.userId, kind: 'awarded' });
  publishTopic(tx, 'payments', attendance.userId);
}
