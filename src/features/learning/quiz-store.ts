import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { currentUserId, type Db, firstRow } from '../../platform/database/database.ts';
import { type Enrollment, isStillGranted } from './enrollment-store.ts';

/** An attempt at a quiz. Its id seeds the order of questions and answers. */
export type QuizTry = { readonly id: string; readonly questions: readonly string[] };

export const findOpenTry = (tx: Db, enrollmentId: string, section: string) =>
  firstRow<QuizTry>(tx)`
    select id, questions from quiz_tries
     where enrollment_id = ${enrollmentId} and section = ${section} and submitted_at is null`;

type NewTry = { readonly section: string; readonly now: Date; readonly pick: (id: string) => readonly string[] };

export async function insertTry(tx: Db, enrollmentId: string, { section, now, pick }: NewTry): Promise<QuizTry> {
  const id = randomUUID();
  const questions = pick(id);
  await sql`insert into quiz_tries (id, enrollment_id, user_id, section, questions, started_at)
      values (${id}, ${enrollmentId}, ${currentUserId}, ${section}, ${questions}, ${now})`.execute(tx);
  return { id, questions };
}

type MyTry = QuizTry & {
  readonly enrollmentId: string;
  readonly courseId: string;
  readonly versionId: string;
  readonly section: string;
  readonly open: boolean;
  readonly paused: boolean;
  readonly grantedBy: Enrollment['grantedBy'];
};

/** Locks the attempt, so that a concurrent second submission sees the first. */
export const lockMyTry = (tx: Db, tryId: string, now: Date) =>
  firstRow<MyTry>(tx)`
    select t.id, t.questions, t.enrollment_id "enrollmentId", e.course_id "courseId", e.version_id "versionId",
        t.section, t.submitted_at is null open, not ${isStillGranted(now)} paused, e.granted_by "grantedBy"
      from quiz_tries t join user_enrollments e on e.id = t.enrollment_id and e.user_id = t.user_id
     where t.id = ${tryId} and t.user_id = ${currentUserId} and e.enrollment_status = 'active' for update of t`;

type SubmittedTry = {
  readonly chosen: readonly (readonly number[])[];
  readonly right: number;
  readonly passed: boolean;
  readonly now: Date;
};

export const saveTry = (tx: Db, id: string, { chosen, right, passed, now }: SubmittedTry) =>
  sql`update quiz_tries set submitted_at = ${now}, chosen = ${JSON.stringify(chosen)}, right_count = ${right},
        passed = ${passed} where id = ${id}`.execute(tx);

export async function findBestScores(tx: Db, enrollmentId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ section: string; best: number }>`
    select section, max(right_count * 100 / cardinality(questions))::integer best from quiz_tries
     where enrollment_id = ${enrollmentId} and submitted_at is not null group by section`.execute(tx);
  return new Map(rows.map(({ section, best }) => [section, best]));
}
