import { sql } from 'kysely';
import { allRows, currentUserId, type Db, firstRow } from '../../platform/database/database.ts';
import { type Enrollment, isStillGranted } from './enrollment-store.ts';

export type Review = {
  readonly id: string;
  readonly courseId: string;
  readonly versionId: string;
  readonly section: string;
  readonly question: string;
  readonly step: number;
};

type MissedQuestions = { readonly section: string; readonly questions: readonly string[]; readonly due: Date };

export const scheduleReview = (tx: Db, enrollmentId: string, { section, questions, due }: MissedQuestions) =>
  sql`insert into reviews (enrollment_id, user_id, section, question, due_at)
      select ${enrollmentId}, ${currentUserId}, ${section}, q, ${due} from unnest(${questions}::text[]) q
      on conflict (user_id, enrollment_id, question) do update set step = 0, due_at = excluded.due_at`.execute(tx);

const columns = sql`r.id, e.course_id "courseId", e.version_id "versionId", r.section, r.question, r.step`;
const fromActive = sql`from reviews r join user_enrollments e on e.id = r.enrollment_id and e.user_id = r.user_id
   and e.enrollment_status = 'active' where r.user_id = ${currentUserId}`;

/** Finds due reviews of active courses, oldest first, at most 20. */
export const findDueReviews = (tx: Db, now: Date) =>
  allRows<Review>(tx)`
    select ${columns} ${fromActive} and r.due_at <= ${now} and ${isStillGranted(now)}
     order by r.due_at, r.id limit 20`;

export async function countDueReviews(tx: Db, now: Date): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; due: number }>`
    select r.enrollment_id id, count(*)::integer due ${fromActive} and r.due_at <= ${now} and ${isStillGranted(now)}
     group by 1`.execute(tx);
  return new Map(rows.map(({ id, due }) => [id, due]));
}

type LockedReview = Review & {
  readonly paused: boolean;
  readonly grantedBy: Enrollment['grantedBy'];
};

export const lockReview = (tx: Db, id: string, now: Date) =>
  firstRow<LockedReview>(tx)`
    select ${columns}, not ${isStillGranted(now)} paused, e.granted_by "grantedBy"
     ${fromActive} and r.id = ${id} and r.due_at <= ${now} for update of r`;

export const delayReview = (tx: Db, id: string, { step, due }: { step: number; due: Date }) =>
  sql`update reviews set step = ${step}, due_at = ${due} where id = ${id}`.execute(tx);

export const endReview = (tx: Db, id: string) => sql`delete from reviews where id = ${id}`.execute(tx);
