import { sql } from 'kysely';
import { anyRow, type Db, firstRow, firstValue, whoAsks } from '../../platform/database.ts';
import type { Offered } from '../learning/course-store.ts';
import { isOpenToTake, takenAnew } from '../learning/enrollment-store.ts';

/** Whether there is such a customer, whose account is not closed. */
export const isCustomer = (tx: Db, userId: string) =>
  anyRow(tx)`select from profiles where id = ${userId} and closed_at is null`;

/** What is kept of how somebody came to a course, for the desk. */
export type How = {
  readonly id: string;
  readonly since: Date;
  /** Who gave it last, moved its end or took it back, and why. */
  readonly by: string | null;
  readonly reason: string | null;
  readonly revokedAt: Date | null;
};

export async function howTaken(tx: Db, userId: string): Promise<ReadonlyMap<string, How>> {
  const { rows } = await sql<How>`
    select e.id, coalesce(e.active_since, e.created_at) "since", s.display_name "by", e.staff_reason "reason",
        e.revoked_at "revokedAt"
      from user_enrollments e left join profiles s on s.id = e.staff_id
     where e.user_id = ${userId} and e.enrollment_status <> 'ended'`.execute(tx);
  return new Map(rows.map((one) => [one.id, one]));
}

type Giving = {
  readonly userId: string;
  readonly offered: Pick<Offered, 'courseId' | 'versionId'>;
  readonly until: Date | null;
  readonly reason: string;
  readonly now: Date;
};

/** Gives a course to somebody; null where they take it already. What they learned in it before comes back. */
export const insertGiven = (tx: Db, { userId, offered, until, reason, now }: Giving) =>
  firstValue<string>(tx)`
    insert into user_enrollments as e (user_id, course_id, version_id, enrollment_status, granted_by, created_at,
        active_since, granted_until, staff_id, staff_reason)
      values (${userId}, ${offered.courseId}, ${offered.versionId}, 'active', 'staff', ${now}, ${now}, ${until},
        ${whoAsks}, ${reason})
      on conflict (user_id, course_id) where enrollment_status <> 'ended' do update set ${takenAnew}
        where ${isOpenToTake(now)} returning id`;

/** A course that somebody takes, as it was given. */
export type HeldGiven = {
  readonly id: string;
  readonly userId: string;
  readonly courseId: string;
  readonly grantedBy: 'free' | 'plan' | 'payment' | 'staff';
  readonly until: Date | null;
  readonly revokedAt: Date | null;
};

/** The same, held to the end: of two who change it the second sees what the first did. */
export const heldGiven = (tx: Db, id: string) =>
  firstRow<HeldGiven>(tx)`
    select id, user_id "userId", course_id "courseId", granted_by "grantedBy", granted_until "until",
        revoked_at "revokedAt"
      from user_enrollments where id = ${id} and enrollment_status <> 'ended' for update`;

export const saveEnd = (tx: Db, id: string, { until, reason }: { until: Date | null; reason: string }) =>
  sql`update user_enrollments set granted_until = ${until}, staff_id = ${whoAsks}, staff_reason = ${reason}
       where id = ${id}`.execute(tx);

export const saveTakenBack = (tx: Db, id: string, { reason, now }: { reason: string; now: Date }) =>
  sql`update user_enrollments set granted_until = ${now}, revoked_at = ${now}, staff_id = ${whoAsks},
        staff_reason = ${reason} where id = ${id}`.execute(tx);

/** To whom it is told that staff gave a course or took it back; nothing where they closed their account. */
export type GivenTold = {
  readonly name: string;
  readonly email: string;
  readonly courseId: string;
  readonly courseTitle: string;
  readonly until: Date | null;
};

export const givenToTell = (tx: Db, id: string) =>
  firstRow<GivenTold>(tx)`
    select p.display_name "name", p.email, c.id "courseId", c.title "courseTitle", e.granted_until "until"
      from user_enrollments e join courses c on c.id = e.course_id join profiles p on p.id = e.user_id
     where e.id = ${id} and p.closed_at is null`;
