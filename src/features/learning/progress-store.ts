import { sql } from 'kysely';
import { currentUserId, type Db, firstRow } from '../../platform/database/database.ts';
import type { Learned } from './progress.ts';

export async function loadLearned(tx: Db, enrollments: readonly string[]): Promise<ReadonlyMap<string, Learned>> {
  const { rows } = await sql<{ id: string; done: string[]; passed: string[] }>`
    select e.id,
        array(select unit from unit_progress u where u.enrollment_id = e.id and u.user_id = e.user_id
               and done_at is not null) done,
        array(select distinct section from quiz_tries t where t.enrollment_id = e.id and t.user_id = e.user_id
               and passed) passed
      from user_enrollments e where e.id = any(${enrollments})`.execute(tx);
  return new Map(rows.map(({ id, done, passed }) => [id, { done: new Set(done), passed: new Set(passed) }]));
}

export const recordOpening = (tx: Db, enrollmentId: string, { unit, now }: { unit: string; now: Date }) =>
  sql`insert into unit_progress (enrollment_id, user_id, unit, opened_at)
      values (${enrollmentId}, ${currentUserId}, ${unit}, ${now}) on conflict do nothing`.execute(tx);

type LessonProgress = { readonly handedOut: Date; readonly doneAt: Date | null };

export const findLessonProgress = (tx: Db, enrollmentId: string, unit: string) =>
  firstRow<LessonProgress>(tx)`
    select opened_at "handedOut", done_at "doneAt" from unit_progress
     where enrollment_id = ${enrollmentId} and unit = ${unit}`;

export const finishUnit = (tx: Db, enrollmentId: string, { unit, now }: { unit: string; now: Date }) =>
  sql`update unit_progress set done_at = ${now}
       where enrollment_id = ${enrollmentId} and unit = ${unit} and done_at is null`.execute(tx);

export async function loadAnswers(tx: Db, enrollmentId: string, unit: string): Promise<ReadonlyMap<string, number[]>> {
  const { rows } = await sql<{ question: string; chosen: number[] }>`
    select question, last_chosen chosen from check_answers
     where enrollment_id = ${enrollmentId} and unit = ${unit}`.execute(tx);
  return new Map(rows.map(({ question, chosen }) => [question, chosen]));
}

type CheckAnswer = {
  readonly unit: string;
  readonly question: string;
  readonly chosen: readonly number[];
  readonly right: boolean;
  readonly now: Date;
};

export const saveAnswer = (tx: Db, enrollmentId: string, { unit, question, chosen, right, now }: CheckAnswer) =>
  sql`insert into check_answers as a
        (enrollment_id, user_id, unit, question, first_chosen, first_right, last_chosen, answered_at)
      values (${enrollmentId}, ${currentUserId}, ${unit}, ${question}, ${chosen}::smallint[], ${right},
        ${chosen}::smallint[], ${now})
      on conflict (enrollment_id, unit, question) do update
        set last_chosen = excluded.last_chosen, tries = least(a.tries, 1000000) + 1,
            answered_at = excluded.answered_at`.execute(tx);
