import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { currentUserId, type Db, firstRow, firstValue, hasRow } from '../../../platform/database/database.ts';
import { basics } from './content.ts';

/** SQL condition for other features: the signed-in customer passed the current lesson or has a waiver. */
export const learnedColumn = () => sql<boolean>`exists (select from appropriateness_outcomes
  where user_id = ${currentUserId} and content_number >= ${sql.lit(basics().number)})`;

export const hasPassedLesson = async (tx: Db) =>
  (await firstValue<boolean>(tx)`select ${learnedColumn()} learned`) === true;

export type Attempt = { readonly id: string; readonly questions: readonly string[]; readonly open: boolean };

/** Finds the signed-in customer's newest attempt at the current lesson. */
export const findNewestAttempt = (tx: Db) =>
  firstRow<Attempt>(tx)`select id, questions, submitted_at is null open from appropriateness_tries
    where user_id = ${currentUserId} and content_digest = ${basics().digest}
    order by started_at desc, id desc limit 1`;

type NewAttempt = { readonly now: Date; readonly pick: (id: string) => readonly string[] };

export async function insertAttempt(tx: Db, { now, pick }: NewAttempt): Promise<Omit<Attempt, 'open'>> {
  const id = randomUUID();
  const questions = pick(id);
  const { number, digest } = basics();
  await sql`insert into appropriateness_tries (id, user_id, content_number, content_digest, questions, started_at)
      values (${id}, ${currentUserId}, ${number}, ${digest}, ${questions}, ${now})`.execute(tx);
  return { id, questions };
}

/** Locks the signed-in customer's attempt. The second of two concurrent submissions finds it closed. */
export const lockAttempt = (tx: Db, id: string) =>
  firstRow<Attempt>(tx)`select id, questions, submitted_at is null open from appropriateness_tries
    where id = ${id} and user_id = ${currentUserId} and content_digest = ${basics().digest} for update`;

type SubmittedAttempt = {
  readonly answers: readonly (readonly number[])[];
  readonly wrong: readonly string[];
  readonly right: number;
  readonly passed: boolean;
  readonly now: Date;
};

export async function saveAttempt(
  tx: Db,
  id: string,
  { answers, wrong, right, passed, now }: SubmittedAttempt,
): Promise<void> {
  await sql`update appropriateness_tries set submitted_at = ${now}, chosen = ${JSON.stringify(answers)}, wrong = ${wrong},
      right_count = ${right}, passed = ${passed} where id = ${id}`.execute(tx);
  if (passed)
    await sql`insert into appropriateness_outcomes (user_id, content_number, way, try_id, at)
        values (${currentUserId}, ${basics().number}, 'passed', ${id}, ${now}) on conflict do nothing`.execute(tx);
}

export const isCustomer = (tx: Db, userId: string) =>
  hasRow(tx)`select from profiles where id = ${userId} and closed_at is null`;

type Waiver = { readonly userId: string; readonly by: string; readonly reason: string; readonly now: Date };

/** Stores a waiver; false when the customer already passed or has a waiver. */
export const insertWaiver = (tx: Db, { userId, by, reason, now }: Waiver) =>
  hasRow(tx)`insert into appropriateness_outcomes (user_id, content_number, way, waived_by, reason, at)
      values (${userId}, ${basics().number}, 'waived', ${by}, ${reason}, ${now})
      on conflict do nothing returning 1`;

type Outcome = {
  readonly number: number;
  readonly way: 'passed' | 'waived';
  readonly at: Date;
  readonly by: string | null;
  readonly reason: string | null;
};

type SubmittedTry = {
  readonly number: number;
  readonly handedInAt: Date;
  readonly right: number;
  readonly asked: number;
  readonly passed: boolean;
  readonly wrong: readonly string[];
};

export async function findRecord(tx: Db, userId: string) {
  const { rows: outcomes } = await sql<Outcome>`
    select o.content_number "number", o.way, o.at, w.display_name "by", o.reason
      from appropriateness_outcomes o left join profiles w on w.id = o.waived_by
     where o.user_id = ${userId} order by o.content_number desc`.execute(tx);
  const { rows: tries } = await sql<SubmittedTry>`
    select content_number "number", submitted_at "handedInAt", right_count "right", cardinality(questions) asked,
        passed, wrong from appropriateness_tries
     where user_id = ${userId} and submitted_at is not null order by submitted_at desc limit 50`.execute(tx);
  return { outcomes, tries };
}
