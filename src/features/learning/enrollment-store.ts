import { sql } from 'kysely';
import { type Db, whoAsks } from '../../platform/database.ts';
import type { Offered } from './course-store.ts';

export type Enrollment = {
  readonly id: string;
  readonly courseId: string;
  readonly versionId: string;
  /** `paused`: what gave it is over: a plan that does not run now, or the time for which staff gave it. */
  readonly status: 'pending_payment' | 'active' | 'paused';
  readonly grantedBy: 'free' | 'plan' | 'payment' | 'staff';
  /** Where staff give it until a day. */
  readonly until: Date | null;
  readonly readUntil: Date | null;
  readonly place: { readonly unit: string; readonly block: number } | null;
};

type Row = Omit<Enrollment, 'place'> & { readonly placeUnit: string | null; readonly placeBlock: number | null };
const read = ({ placeUnit: unit, placeBlock: block, ...row }: Row): Enrollment => ({
  ...row,
  place: unit === null || block === null ? null : { unit, block },
});

/** Whether what gives the enrollment `e` lasts: a plan gives it as long as it runs, staff until a day. */
export const givenStill = (
  now: Date,
) => sql<boolean>`(case e.granted_by when 'plan' then app.plan_runs(e.user_id, ${now})
  when 'staff' then coalesce(e.granted_until > ${now}, true) else true end)`;

/** Whether whoever asks may take it anew: it waits for its money, or what gave it is over. */
export const isOpenToTake = (now: Date) =>
  sql<boolean>`(e.enrollment_status = 'pending_payment' or not ${givenStill(now)})`;

/** How an enrollment that stood changes hands. Who began to learn goes on in their version. */
export const takenAnew = sql`(enrollment_status, granted_by, active_since, granted_until, staff_id, staff_reason,
    revoked_at, version_id) = (excluded.enrollment_status, excluded.granted_by, excluded.active_since,
    excluded.granted_until, excluded.staff_id, excluded.staff_reason, null,
    case when e.active_since is null then excluded.version_id else e.version_id end)`;

const columns = (now: Date) => sql`id, course_id "courseId", version_id "versionId", granted_by "grantedBy",
  case when enrollment_status = 'active' and not ${givenStill(now)} then 'paused' else enrollment_status end "status",
  case granted_by when 'staff' then granted_until end "until", read_until "readUntil", place_unit "placeUnit", place_block "placeBlock"`;

/** What somebody takes or is about to pay for; the newest first. */
export async function enrollmentsOf(tx: Db, userId: string, now: Date): Promise<Enrollment[]> {
  const { rows } = await sql<Row>`
    select ${columns(now)} from user_enrollments e
     where user_id = ${userId} and enrollment_status <> 'ended' order by created_at desc, id limit 200`.execute(tx);
  return rows.map(read);
}

/** The enrollment of whoever asks in a course, if there is one. */
export async function ownEnrollment(tx: Db, courseId: string, now: Date): Promise<Enrollment | null> {
  const { rows } = await sql<Row>`
    select ${columns(now)} from user_enrollments e
     where user_id = ${whoAsks} and course_id = ${courseId} and enrollment_status <> 'ended'`.execute(tx);
  return rows[0] ? read(rows[0]) : null;
}

/** The same, held until the end of the transaction: what somebody does in a course happens one after the other. */
export async function heldEnrollment(tx: Db, courseId: string, now: Date): Promise<Enrollment | null> {
  const { rows } = await sql<Row>`
    select ${columns(now)} from user_enrollments e
     where user_id = ${whoAsks} and course_id = ${courseId} and enrollment_status <> 'ended' for update`.execute(tx);
  return rows[0] ? read(rows[0]) : null;
}

/** Has whoever asks take a free course; nothing where they do already. One that waits or is paused opens at once. */
export const enrollFree = (tx: Db, { courseId, versionId }: Offered, now: Date) =>
  sql`insert into user_enrollments as e (user_id, course_id, version_id, enrollment_status, granted_by, created_at, active_since)
      values (${whoAsks}, ${courseId}, ${versionId}, 'active', 'free', ${now}, ${now})
      on conflict (user_id, course_id) where enrollment_status <> 'ended' do update set ${takenAnew}
        where ${isOpenToTake(now)}`.execute(tx);

export const savePlace = (tx: Db, id: string, { unit, block }: { unit: string; block: number }) =>
  sql`update user_enrollments set place_unit = ${unit}, place_block = ${block} where id = ${id}`.execute(tx);

export const saveReadUntil = (tx: Db, id: string, until: Date) =>
  sql`update user_enrollments set read_until = ${until} where id = ${id}`.execute(tx);
