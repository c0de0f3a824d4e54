import { sql } from 'kysely';
import { currentUserId, type Db, firstRow, firstValue, hasRow } from '../../../platform/database/database.ts';
import type { OfferedCourse } from '../course-store.ts';
import { canEnrollAgain, renewedColumns } from '../enrollment-store.ts';

type Course = Pick<OfferedCourse, 'courseId' | 'versionId'>;

/** Inserts an enrollment and returns its id [001 §3 user_enrollments]. Null if the customer takes or pays for it. */
export const insertPending = (tx: Db, { courseId, versionId }: Course, now: Date) =>
  firstValue<string>(tx)`
    insert into user_enrollments (user_id, course_id, version_id, enrollment_status, granted_by, created_at)
      values (${currentUserId}, ${courseId}, ${versionId}, 'pending_payment', 'payment', ${now})
      on conflict (user_id, course_id) where enrollment_status <> 'ended' do nothing returning id`;

/** Enrols through a plan. Keeps an active course unchanged. A payment that stays open later makes access permanent. */
export const insertByPlan = (tx: Db, { courseId, versionId }: Course, now: Date) =>
  sql`insert into user_enrollments as e (user_id, course_id, version_id, enrollment_status, granted_by, created_at, active_since)
      values (${currentUserId}, ${courseId}, ${versionId}, 'active', 'plan', ${now}, ${now})
      on conflict (user_id, course_id) where enrollment_status <> 'ended' do update set ${renewedColumns}
        where ${canEnrollAgain(now)}`.execute(tx);

export const hasOpenPayment = (tx: Db, id: string) =>
  hasRow(tx)`
    select from payments where user_id = ${currentUserId} and payable = 'course' and payable_id = ${id} and ended is null
     limit 1`;

/**
 * Activates a paid enrollment [001 §7 Reads and writes]. A learner who started keeps their version; others get the
 * newest. Keeps the earlier kind of access.
 */
export const activatePaid = (tx: Db, id: string, now: Date) =>
  sql`update user_enrollments e set enrollment_status = 'active', granted_by = 'payment',
        also_granted_by = case when e.granted_by = 'payment' then e.also_granted_by else e.granted_by end,
        active_since = coalesce(e.active_since, ${now}),
        version_id = case when e.active_since is null then (select v.id from course_versions v
          where v.course_id = e.course_id order by number desc limit 1) else e.version_id end
       where id = ${id} and enrollment_status <> 'ended'`.execute(tx);

/** Ends bought access [001 §7 Reads and writes]. Earlier access through a plan applies again, with all progress. */
export const endPaid = (tx: Db, id: string) =>
  sql`update user_enrollments set granted_by = coalesce(also_granted_by, granted_by), also_granted_by = null,
        enrollment_status = case when also_granted_by is null then 'ended' else enrollment_status end
       where id = ${id} and granted_by = 'payment' and enrollment_status <> 'ended'`.execute(tx);

export const isCustomer = (tx: Db, userId: string) =>
  hasRow(tx)`select from profiles where id = ${userId} and closed_at is null`;

type GrantHistory = {
  readonly id: string;
  readonly since: Date;
  /** Staff member and reason of the last change. */
  readonly by: string | null;
  readonly reason: string | null;
  readonly revokedAt: Date | null;
};

export async function findGrantHistory(tx: Db, userId: string): Promise<ReadonlyMap<string, GrantHistory>> {
  const { rows } = await sql<GrantHistory>`
    select e.id, coalesce(e.active_since, e.created_at) "since", s.display_name "by", e.staff_reason "reason",
        e.revoked_at "revokedAt"
      from user_enrollments e left join profiles s on s.id = e.staff_id
     where e.user_id = ${userId} and e.enrollment_status <> 'ended'`.execute(tx);
  return new Map(rows.map((grant) => [grant.id, grant]));
}

type NewGrant = {
  readonly userId: string;
  readonly offered: Pick<OfferedCourse, 'courseId' | 'versionId'>;
  readonly until: Date | null;
  readonly reason: string;
  readonly now: Date;
};

/** Returns null if the customer already takes the course. Restores earlier progress. */
export const insertGrant = (tx: Db, { userId, offered, until, reason, now }: NewGrant) =>
  firstValue<string>(tx)`
    insert into user_enrollments as e (user_id, course_id, version_id, enrollment_status, granted_by, created_at,
        active_since, granted_until, staff_id, staff_reason)
      values (${userId}, ${offered.courseId}, ${offered.versionId}, 'active', 'staff', ${now}, ${now}, ${until},
        ${currentUserId}, ${reason})
      on conflict (user_id, course_id) where enrollment_status <> 'ended' do update set ${renewedColumns}
        where ${canEnrollAgain(now)} returning id`;

export type LockedEnrollment = {
  readonly id: string;
  readonly userId: string;
  readonly courseId: string;
  readonly grantedBy: 'free' | 'plan' | 'payment' | 'staff';
  readonly until: Date | null;
  readonly revokedAt: Date | null;
};

/** Locks the enrollment until the transaction ends. */
export const lockEnrollment = (tx: Db, id: string) =>
  firstRow<LockedEnrollment>(tx)`
    select id, user_id "userId", course_id "courseId", granted_by "grantedBy", granted_until "until",
        revoked_at "revokedAt"
      from user_enrollments where id = ${id} and enrollment_status <> 'ended' for update`;

export const updateEnd = (tx: Db, id: string, { until, reason }: { until: Date | null; reason: string }) =>
  sql`update user_enrollments set granted_until = ${until}, staff_id = ${currentUserId}, staff_reason = ${reason}
       where id = ${id}`.execute(tx);

export const revokeGrant = (tx: Db, id: string, { reason, now }: { reason: string; now: Date }) =>
  sql`update user_enrollments set granted_until = ${now}, revoked_at = ${now}, staff_id = ${currentUserId},
        staff_reason = ${reason} where id = ${id}`.execute(tx);

export type GrantRecipient = {
  readonly name: string;
  readonly email: string;
  readonly courseId: string;
  readonly courseTitle: string;
  readonly until: Date | null;
};

export const findGrantRecipient = (tx: Db, id: string) =>
  firstRow<GrantRecipient>(tx)`
    select p.display_name "name", p.email, c.id "courseId", c.title "courseTitle", e.granted_until "until"
      from user_enrollments e join courses c on c.id = e.course_id join profiles p on p.id = e.user_id
     where e.id = ${id} and p.closed_at is null`;
