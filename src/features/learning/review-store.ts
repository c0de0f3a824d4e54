import { sql } from 'kysely';
import { allRows, type Db, firstRow, whoAsks } from '../../platform/database.ts';
import { type Enrollment, givenStill } from './enrollment-store.ts';

/** A question that comes back, and in what. */
export type Review = {
  readonly id: string;
  readonly courseId: string;
  readonly versionId: string;
  readonly section: string;
  readonly question: string;
  readonly step: number;
};

type Missed = { readonly section: string; readonly questions: readonly string[]; readonly due: Date };

/** Has questions come back that were answered wrongly; those that come back already begin anew. */
export const askAgain = (tx: Db, enrollmentId: string, { section, questions, due }: Missed) =>
  sql`insert into reviews (enrollment_id, user_id, section, question, due_at)
      select ${enrollmentId}, ${whoAsks}, ${section}, q, ${due} from unnest(${questions}::text[]) q
      on conflict (user_id, enrollment_id, question) do update set step = 0, due_at = excluded.due_at`.execute(tx);

const columns = sql`r.id, e.course_id "courseId", e.version_id "versionId", r.section, r.question, r.step`;
const ofActive = sql`from reviews r join user_enrollments e on e.id = r.enrollment_id and e.user_id = r.user_id
   and e.enrollment_status = 'active' where r.user_id = ${whoAsks}`;

/** What is due for whoever asks, the longest first, a sitting at a time. What is paused waits. */
export const dueReviews = (tx: Db, now: Date) =>
  allRows<Review>(tx)`
    select ${columns} ${ofActive} and r.due_at <= ${now} and ${givenStill(now)}
     order by r.due_at, r.id limit 20`;

/** How many are due for whoever asks, by enrollment. */
export async function dueCounts(tx: Db, now: Date): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; due: number }>`
    select r.enrollment_id id, count(*)::integer due ${ofActive} and r.due_at <= ${now} and ${givenStill(now)}
     group by 1`.execute(tx);
  return new Map(rows.map(({ id, due }) => [id, due]));
}

type HeldReview = Review & {
  /** Whether what gave its course is over. */
  readonly paused: boolean;
  readonly grantedBy: Enrollment['grantedBy'];
};

/** One that is due, held to the end. */
export const heldReview = (tx: Db, id: string, now: Date) =>
  firstRow<HeldReview>(tx)`
    select ${columns}, not ${givenStill(now)} paused, e.granted_by "grantedBy"
     ${ofActive} and r.id = ${id} and r.due_at <= ${now} for update of r`;

export const delayReview = (tx: Db, id: string, { step, due }: { step: number; due: Date }) =>
  sql`update reviews set step = ${step}, due_at = ${due} where id = ${id}`.execute(tx);

export const endReview = (tx: Db, id: string) => sql`delete from reviews where id = ${id}`.execute(tx);
