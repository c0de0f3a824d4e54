import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, firstRow, whoAsks } from '../../platform/database.ts';
import { type Enrollment, givenStill } from './enrollment-store.ts';

/** A try at a quiz: its id is the seed of the orders in it. */
export type Try = { readonly id: string; readonly questions: readonly string[] };

export const openTry = (tx: Db, enrollmentId: string, section: string) =>
  firstRow<Try>(tx)`
    select id, questions from quiz_tries
     where enrollment_id = ${enrollmentId} and section = ${section} and handed_in_at is null`;

type NewTry = { readonly section: string; readonly now: Date; readonly draw: (id: string) => readonly string[] };

/** Begins a try with the questions that its id draws. */
export async function insertTry(tx: Db, enrollmentId: string, { section, now, draw }: NewTry): Promise<Try> {
  const id = randomUUID();
  const questions = draw(id);
  await sql`insert into quiz_tries (id, enrollment_id, user_id, section, questions, begun_at)
      values (${id}, ${enrollmentId}, ${whoAsks}, ${section}, ${questions}, ${now})`.execute(tx);
  return { id, questions };
}

type OwnTry = Try & {
  readonly enrollmentId: string;
  readonly courseId: string;
  readonly versionId: string;
  readonly section: string;
  readonly open: boolean;
  /** Whether what gave its course is over. */
  readonly paused: boolean;
  readonly grantedBy: Enrollment['grantedBy'];
};

/** A try of whoever asks in a course that they take, held to the end: of two answers to it the second finds it over. */
export const heldTry = (tx: Db, tryId: string, now: Date) =>
  firstRow<OwnTry>(tx)`
    select t.id, t.questions, t.enrollment_id "enrollmentId", e.course_id "courseId", e.version_id "versionId",
        t.section, t.handed_in_at is null open, not ${givenStill(now)} paused, e.granted_by "grantedBy"
      from quiz_tries t join user_enrollments e on e.id = t.enrollment_id and e.user_id = t.user_id
     where t.id = ${tryId} and t.user_id = ${whoAsks} and e.enrollment_status = 'active' for update of t`;

type HandedIn = {
  readonly chosen: readonly (readonly number[])[];
  readonly right: number;
  readonly passed: boolean;
  readonly now: Date;
};

export const saveTry = (tx: Db, id: string, { chosen, right, passed, now }: HandedIn) =>
  sql`update quiz_tries set handed_in_at = ${now}, chosen = ${JSON.stringify(chosen)}, right_count = ${right},
        passed = ${passed} where id = ${id}`.execute(tx);

/** The best share of each quiz that was handed in, in whole percent. */
export async function bestIn(tx: Db, enrollmentId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ section: string; best: number }>`
    select section, max(right_count * 100 / cardinality(questions))::integer best from quiz_tries
     where enrollment_id = ${enrollmentId} and handed_in_at is not null group by section`.execute(tx);
  return new Map(rows.map(({ section, best }) => [section, best]));
}
