import { sql } from 'kysely';
import { type Db, firstRow, firstValue, newId, onlyRow, whoAsks } from '../../platform/database.ts';
import { founderReason } from './reasons.ts';
import type { OwnLaunch, Question } from './shapes.ts';

type QuestionInJson = Omit<Question, 'askedAt' | 'answeredAt'> & {
  readonly askedAt: string;
  readonly answeredAt: string | null;
};
/** JSON has no moments of its own. */
export const questionOf = <Q extends QuestionInJson>(asked: Q) => ({
  ...asked,
  askedAt: new Date(asked.askedAt),
  answeredAt: asked.answeredAt === null ? null : new Date(asked.answeredAt),
});

type Row = Omit<OwnLaunch, 'reason' | 'questions'> & {
  readonly reasonCode: string | null;
  readonly questions: readonly QuestionInJson[];
};

/** What whoever asks handed in, the newest first. */
export async function ownLaunches(tx: Db): Promise<OwnLaunch[]> {
  const { rows } = await sql<Row>`
    select s.id, s.coin_name "coinName", s.idea, s.community_links "communityLinks", s.status, s.created_at "createdAt",
        s.decided_at "decidedAt", s.reason_code "reasonCode", coalesce(f.name, '') "paperName",
        coalesce((select json_agg(json_build_object('id', q.id, 'question', q.question, 'askedAt', q.asked_at,
            'answer', q.answer, 'answeredAt', q.answered_at) order by q.asked_at, q.id)
          from launch_questions q where q.submission_id = s.id and q.user_id = s.user_id), '[]') questions
      from launch_submissions s left join files f on f.id = s.whitepaper_file
     where s.user_id = ${whoAsks} order by s.created_at desc, s.id desc limit 100`.execute(tx);
  return rows.map(({ reasonCode, questions, ...row }) => ({
    ...row,
    reason: founderReason(reasonCode),
    questions: questions.map(questionOf),
  }));
}

/** How many of theirs wait, and how many they handed in since a moment. */
export const countOwn = (tx: Db, since: Date) =>
  onlyRow<{ open: number; day: number }>(tx)`
    select count(*) filter (where status in ('submitted', 'waiting_for_founder'))::int open,
        count(*) filter (where created_at > ${since})::int "day"
      from launch_submissions where user_id = ${whoAsks}`;

/** What was handed in under this key already, with the fingerprint of that request. */
export const launchUnder = (tx: Db, key: string) =>
  firstRow<{ id: string; requestHash: string }>(tx)`
    select id, request_hash "requestHash" from launch_submissions
     where user_id = ${whoAsks} and idempotency_key = ${key}`;

export type NewLaunch = {
  readonly coinName: string;
  readonly idea: string;
  readonly links: readonly string[];
  readonly whitepaper: string;
  readonly key: string;
  readonly requestHash: string;
  readonly now: Date;
};

/**
 * Hands it in, in the place of the draft, a row of launch_submissions: its id [001 §3 launch_submissions, §7 Reads and
 * writes]. It starts as submitted [001 §4 Launch submission], by the default of the table
 * (`db/migrations/0230_launches.sql`).
 */
export async function insertLaunch(tx: Db, launch: NewLaunch): Promise<string> {
  const { coinName, idea, links, whitepaper, key, requestHash, now } = launch;
  await sql`delete from launch_drafts where user_id = ${whoAsks}`.execute(tx);
  return newId(tx)`
    insert into launch_submissions (user_id, coin_name, idea, community_links, whitepaper_file, created_at, waits_since,
        idempotency_key, request_hash)
      values (${whoAsks}, ${coinName}, ${idea}, ${[...links]}::text[], ${whitepaper}, ${now}, ${now}, ${key}, ${requestHash})
      returning id`;
}

type Held = { readonly id: string; readonly questionId: string | null };

/** A launch of whoever asks that waits still, held until the end of the transaction, with its open question. */
export const heldOwnLaunch = (tx: Db, id: string) =>
  firstRow<Held>(tx)`
    select s.id, (select q.id from launch_questions q where q.submission_id = s.id and q.answered_at is null) "questionId"
      from launch_submissions s
     where s.id = ${id} and s.user_id = ${whoAsks} and s.status in ('submitted', 'waiting_for_founder')
       for update of s`;

/** Of which launch of whoever asks a question is. */
export const ownLaunchOf = (tx: Db, questionId: string) =>
  firstValue<string>(tx)`
    select submission_id id from launch_questions where id = ${questionId} and user_id = ${whoAsks}`;

type Answered = { readonly questionId: string; readonly answer: string; readonly now: Date };

export async function answerQuestion(tx: Db, id: string, { questionId, answer, now }: Answered): Promise<void> {
  await sql`update launch_questions set answer = ${answer}, answered_at = ${now} where id = ${questionId}`.execute(tx);
  await sql`update launch_submissions set status = 'submitted', waits_since = ${now} where id = ${id}`.execute(tx);
}

export const withdrawLaunch = (tx: Db, id: string, now: Date) =>
  sql`update launch_submissions set status = 'withdrawn', waits_since = ${now} where id = ${id}`.execute(tx);

export type LaunchDraftData = Record<string, string>;

export const saveLaunchDraft = (tx: Db, { data, now }: { data: LaunchDraftData; now: Date }) =>
  sql`insert into launch_drafts (user_id, data, updated_at) values (${whoAsks}, ${JSON.stringify(data)}, ${now})
    on conflict (user_id) do update set data = excluded.data, updated_at = excluded.updated_at`.execute(tx);

export const readLaunchDraft = (tx: Db) =>
  firstRow<{ data: LaunchDraftData; updatedAt: Date }>(tx)`
    select data, updated_at "updatedAt" from launch_drafts where user_id = ${whoAsks}`;
