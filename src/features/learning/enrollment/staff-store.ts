import { sql } from 'kysely';
import { anyRow, currentUserId, type Db, firstRow, firstValue } from '../../../platform/database/database.ts';
import type { OfferedCourse } from '../course-store.ts';
import { canEnrollAgain, renewedColumns } from '../enrollment-store.ts';

export const isCustomer = (tx: Db, userId: string) =>
  anyRow(tx)`select from profiles where id = ${userId} and closed_at is null`;

export type GrantHistory = {
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
