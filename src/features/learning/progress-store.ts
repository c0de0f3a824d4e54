import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { allRows, currentUserId, type Db, firstRow } from '../../platform/database/database.ts';
import { type Enrollment, isStillGranted } from './enrollment-store.ts';
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

type LockedReview = Review & { readonly paused: boolean; readonly grantedBy: Enrollment['grantedBy'] };

export const lockReview = (tx: Db, id: string, now: Date) =>
  firstRow<LockedReview>(tx)`
    select ${columns}, not ${isStillGranted(now)} paused, e.granted_by "grantedBy"
     ${fromActive} and r.id = ${id} and r.due_at <= ${now} for update of r`;

export const delayReview = (tx: Db, id: string, { step, due }: { step: number; due: Date }) =>
  sql`update reviews set step = ${step}, due_at = ${due} where id = ${id}`.execute(tx);

export const endReview = (tx: Db, id: string) => sql`delete from reviews where id = ${id}`.execute(tx);
