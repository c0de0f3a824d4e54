import { sql } from 'kysely';
import { currentUserId, type Db, firstRow } from '../../platform/database/database.ts';
import type { OfferedCourse } from './course-store.ts';

export type Enrollment = {
  readonly id: string;
  readonly courseId: string;
  readonly versionId: string;
  /** `paused`: the plan, or access granted by staff, has ended. */
  readonly status: 'pending_payment' | 'active' | 'paused';
  readonly grantedBy: 'free' | 'plan' | 'payment' | 'staff';
  readonly until: Date | null;
  readonly readUntil: Date | null;
  readonly place: { readonly unit: string; readonly block: number } | null;
};

type Row = Omit<Enrollment, 'place'> & { readonly placeUnit: string | null; readonly placeBlock: number | null };
const toEnrollment = ({ placeUnit: unit, placeBlock: block, ...row }: Row): Enrollment => ({
  ...row,
  place: unit === null || block === null ? null : { unit, block },
});

/** SQL condition: the plan is active, or access granted by staff has not ended. */
export const isStillGranted = (
  now: Date,
) => sql<boolean>`(case e.granted_by when 'plan' then app.has_active_plan(e.user_id, ${now})
  when 'staff' then coalesce(e.granted_until > ${now}, true) else true end)`;

export const canEnrollAgain = (now: Date) =>
  sql<boolean>`(e.enrollment_status = 'pending_payment' or not ${isStillGranted(now)})`;

/** Columns to set on renewal. A learner keeps the version that they started. */
export const renewedColumns = sql`(enrollment_status, granted_by, active_since, granted_until, staff_id, staff_reason,
    revoked_at, version_id) = (excluded.enrollment_status, excluded.granted_by, excluded.active_since,
    excluded.granted_until, excluded.staff_id, excluded.staff_reason, null,
    case when e.active_since is null then excluded.version_id else e.version_id end)`;

const columns = (now: Date) => sql`id, course_id "courseId", version_id "versionId", granted_by "grantedBy",
  case when enrollment_status = 'active' and not ${isStillGranted(now)} then 'paused' else enrollment_status end "status",
  case granted_by when 'staff' then granted_until end "until", read_until "readUntil", place_unit "placeUnit", place_block "placeBlock"`;

export async function findEnrollments(tx: Db, userId: string, now: Date): Promise<Enrollment[]> {
  const { rows } = await sql<Row>`
    select ${columns(now)} from user_enrollments e
     where user_id = ${userId} and enrollment_status <> 'ended' order by created_at desc, id limit 200`.execute(tx);
  return rows.map(toEnrollment);
}

const selectOwnEnrollment = (courseId: string, now: Date) => sql`select ${columns(now)} from user_enrollments e
   where user_id = ${currentUserId} and course_id = ${courseId} and enrollment_status <> 'ended'`;

export async function findMyEnrollment(tx: Db, courseId: string, now: Date): Promise<Enrollment | null> {
  const row = await firstRow<Row>(tx)`${selectOwnEnrollment(courseId, now)}`;
  return row && toEnrollment(row);
}

/** Locks the enrollment until the transaction ends, which serializes a learner's actions. */
export async function lockMyEnrollment(tx: Db, courseId: string, now: Date): Promise<Enrollment | null> {
  const row = await firstRow<Row>(tx)`${selectOwnEnrollment(courseId, now)} for update`;
  return row && toEnrollment(row);
}

/** Activates an unpaid or paused enrollment. Changes nothing if active. */
export const enrollFree = (tx: Db, { courseId, versionId }: OfferedCourse, now: Date) =>
  sql`insert into user_enrollments as e (user_id, course_id, version_id, enrollment_status, granted_by, created_at, active_since)
      values (${currentUserId}, ${courseId}, ${versionId}, 'active', 'free', ${now}, ${now})
      on conflict (user_id, course_id) where enrollment_status <> 'ended' do update set ${renewedColumns}
        where ${canEnrollAgain(now)}`.execute(tx);

export const updatePlace = (tx: Db, id: string, { unit, block }: { unit: string; block: number }) =>
  sql`update user_enrollments set place_unit = ${unit}, place_block = ${block} where id = ${id}`.execute(tx);

export const saveReadUntil = (tx: Db, id: string, until: Date) =>
  sql`update user_enrollments set read_until = ${until} where id = ${id}`.execute(tx);
