import { sql } from 'kysely';
import { anyRow, type Db, firstValue, whoAsks } from '../../platform/database.ts';
import type { Offered } from '../learning/course-store.ts';
import { isOpenToTake, takenAnew } from '../learning/enrollment-store.ts';

type Course = Pick<Offered, 'courseId' | 'versionId'>;

/**
 * Lays down a course that begins once it is paid, a row of user_enrollments with the status pending_payment: its id
 * [001 §3 user_enrollments]. Null where whoever asks takes it already, or pays for it.
 */
export const insertPending = (tx: Db, { courseId, versionId }: Course, now: Date) =>
  firstValue<string>(tx)`
    insert into user_enrollments (user_id, course_id, version_id, enrollment_status, granted_by, created_at)
      values (${whoAsks}, ${courseId}, ${versionId}, 'pending_payment', 'payment', ${now})
      on conflict (user_id, course_id) where enrollment_status <> 'ended' do nothing returning id`;

/**
 * Has whoever asks take a course as long as a plan of theirs runs; nothing where they take it already. One that waits
 * for its money, or that staff gave until now, opens at once: what is paid for it after all makes it theirs to keep.
 */
export const insertByPlan = (tx: Db, { courseId, versionId }: Course, now: Date) =>
  sql`insert into user_enrollments as e (user_id, course_id, version_id, enrollment_status, granted_by, created_at, active_since)
      values (${whoAsks}, ${courseId}, ${versionId}, 'active', 'plan', ${now}, ${now})
      on conflict (user_id, course_id) where enrollment_status <> 'ended' do update set ${takenAnew}
        where ${isOpenToTake(now)}`.execute(tx);

/** Whether a payment of whoever asks for this enrollment is under way. */
export const hasOpenPayment = (tx: Db, id: string) =>
  anyRow(tx)`
    select from payments where user_id = ${whoAsks} and payable = 'course' and payable_id = ${id} and ended is null
     limit 1`;

/**
 * It was paid: enrollment_status is active, and it is theirs, in the version that they began, or in the newest [001 §7
 * Reads and writes]. Who gave it before is kept.
 */
export const activate = (tx: Db, id: string, now: Date) =>
  sql`update user_enrollments e set enrollment_status = 'active', granted_by = 'payment',
        also_granted_by = case when e.granted_by = 'payment' then e.also_granted_by else e.granted_by end,
        active_since = coalesce(e.active_since, ${now}),
        version_id = case when e.active_since is null then (select v.id from course_versions v
          where v.course_id = e.course_id order by number desc limit 1) else e.version_id end
       where id = ${id} and enrollment_status <> 'ended'`.execute(tx);

/**
 * Its payment is over or given back: what came by it alone ends, where the document deletes what is pending_payment
 * [001 §7 Reads and writes]. What a plan gave before stays, with all that was learned, and is that plan's again.
 */
export const endBought = (tx: Db, id: string) =>
  sql`update user_enrollments set granted_by = coalesce(also_granted_by, granted_by), also_granted_by = null,
        enrollment_status = case when also_granted_by is null then 'ended' else enrollment_status end
       where id = ${id} and granted_by = 'payment' and enrollment_status <> 'ended'`.execute(tx);
