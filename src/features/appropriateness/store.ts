import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { anyRow, type Db, firstRow, whoAsks } from '../../platform/database.ts';
import { basics } from './content.ts';
import type { AppropriatenessRecord } from './shapes.ts';

/** Whether whoever asks passed the lesson as it is now or was waved through: a column for others' statements. */
export const learnedColumn = () => sql<boolean>`exists (select from appropriateness_outcomes
  where user_id = ${whoAsks} and content_number >= ${sql.lit(basics().number)})`;

export async function hasLearned(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ learned: boolean }>`select ${learnedColumn()} learned`.execute(tx);
  return rows[0]?.learned === true;
}

export type Try = { readonly id: string; readonly questions: readonly string[]; readonly open: boolean };

/** The newest try of whoever asks at this very text. */
export const newestTry = (tx: Db) =>
  firstRow<Try>(tx)`select id, questions, handed_in_at is null open from appropriateness_tries
    where user_id = ${whoAsks} and content_digest = ${basics().digest}
    order by begun_at desc, id desc limit 1`;

type NewTry = { readonly now: Date; readonly pick: (id: string) => readonly string[] };

/** Begins a try with the questions that its id draws. */
export async function insertTry(tx: Db, { now, pick }: NewTry): Promise<Omit<Try, 'open'>> {
  const id = randomUUID();
  const questions = pick(id);
  const { number, digest } = basics();
  await sql`insert into appropriateness_tries (id, user_id, content_number, content_digest, questions, begun_at)
      values (${id}, ${whoAsks}, ${number}, ${digest}, ${questions}, ${now})`.execute(tx);
  return { id, questions };
}

/** A try of whoever asks at this very text, held to the end: of two answers to it the second finds it over. */
export const heldTry = (tx: Db, id: string) =>
  firstRow<Try>(tx)`select id, questions, handed_in_at is null open from appropriateness_tries
    where id = ${id} and user_id = ${whoAsks} and content_digest = ${basics().digest} for update`;

type HandedIn = {
  readonly answers: readonly (readonly number[])[];
  readonly wrong: readonly string[];
  readonly right: number;
  readonly passed: boolean;
  readonly now: Date;
};

export async function saveTry(tx: Db, id: string, { answers, wrong, right, passed, now }: HandedIn): Promise<void> {
  await sql`update appropriateness_tries set handed_in_at = ${now}, chosen = ${JSON.stringify(answers)}, wrong = ${wrong},
      right_count = ${right}, passed = ${passed} where id = ${id}`.execute(tx);
  if (passed)
    await sql`insert into appropriateness_outcomes (user_id, content_number, way, try_id, at)
        values (${whoAsks}, ${basics().number}, 'passed', ${id}, ${now}) on conflict do nothing`.execute(tx);
}

export const isCustomer = (tx: Db, userId: string) =>
  anyRow(tx)`select from profiles where id = ${userId} and closed_at is null`;

type Waiver = { readonly userId: string; readonly by: string; readonly reason: string; readonly now: Date };

/** Whether somebody is waved through by it: false where they had passed or been waved through. */
export const insertWaiver = (tx: Db, { userId, by, reason, now }: Waiver) =>
  anyRow(tx)`insert into appropriateness_outcomes (user_id, content_number, way, waived_by, reason, at)
      values (${userId}, ${basics().number}, 'waived', ${by}, ${reason}, ${now})
      on conflict do nothing returning 1`;

export async function recordOf(tx: Db, userId: string): Promise<AppropriatenessRecord> {
  const { rows: outcomes } = await sql<AppropriatenessRecord['outcomes'][number]>`
    select o.content_number "number", o.way, o.at, w.display_name "by", o.reason
      from appropriateness_outcomes o left join profiles w on w.id = o.waived_by
     where o.user_id = ${userId} order by o.content_number desc`.execute(tx);
  const { rows: tries } = await sql<AppropriatenessRecord['tries'][number]>`
    select content_number "number", handed_in_at "handedInAt", right_count "right", cardinality(questions) asked,
        passed, wrong from appropriateness_tries
     where user_id = ${userId} and handed_in_at is not null order by handed_in_at desc limit 50`.execute(tx);
  return { outcomes, tries };
}
