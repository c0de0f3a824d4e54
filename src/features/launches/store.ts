import { sql } from 'kysely';
import { currentUserId, type Db, firstRow, firstValue, newId, onlyRow } from '../../platform/database/database.ts';
import { createDraftStore } from '../../platform/database/drafts-store.ts';
import type { LaunchStatus } from './launch.ts';
import { getFounderReason } from './staff-messages.ts';

export type LaunchEmailJob = { readonly id: string; readonly about: 'asked' | 'decided' };
export type LaunchEmail = { readonly name: string; readonly email: string; readonly coin: string } & Pick<
  LaunchEmailJob,
  'about'
>;

/** Returns null when the email is outdated: answered, withdrawn or account closed. */
export async function findLaunchEmail(tx: Db, { id, about }: LaunchEmailJob): Promise<LaunchEmail | null> {
  const statuses = about === 'asked' ? ['waiting_for_founder'] : ['accepted', 'declined', 'not_enough'];
  const { rows } = await sql<Omit<LaunchEmail, 'about'>>`
    select p.display_name "name", p.email, s.coin_name coin
      from launch_submissions s join profiles p on p.id = s.user_id
     where s.id = ${id} and s.status = any(${statuses}::text[]) and p.closed_at is null`.execute(tx);
  return rows[0] ? { ...rows[0], about } : null;
}

type Row = {
  readonly id: string;
  readonly coinName: string;
  readonly idea: string;
  readonly communityLinks: readonly string[];
  readonly status: LaunchStatus;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
  readonly reasonCode: string | null;
  readonly paperName: string;
  readonly questions: readonly {
    readonly id: string;
    readonly question: string;
    readonly askedAt: string;
    readonly answer: string | null;
    readonly answeredAt: string | null;
  }[];
};

export async function findMyLaunches(tx: Db) {
  const { rows } = await sql<Row>`
    select s.id, s.coin_name "coinName", s.idea, s.community_links "communityLinks", s.status, s.created_at "createdAt",
        s.decided_at "decidedAt", s.reason_code "reasonCode", coalesce(f.name, '') "paperName",
        coalesce((select json_agg(json_build_object('id', q.id, 'question', q.question, 'askedAt', q.asked_at,
            'answer', q.answer, 'answeredAt', q.answered_at) order by q.asked_at, q.id)
          from launch_questions q where q.submission_id = s.id and q.user_id = s.user_id), '[]') questions
      from launch_submissions s left join files f on f.id = s.whitepaper_file
     where s.user_id = ${currentUserId} order by s.created_at desc, s.id desc limit 100`.execute(tx);
  return rows.map(({ reasonCode, questions, ...row }) => ({
    ...row,
    reason: getFounderReason(reasonCode),
    questions: questions.map(({ askedAt, answeredAt, ...question }) => ({
      ...question,
      askedAt: new Date(askedAt),
      answeredAt: answeredAt === null ? null : new Date(answeredAt),
    })),
  }));
}

export const countMyLaunches = (tx: Db, since: Date) =>
  onlyRow<{ open: number; day: number }>(tx)`
    select count(*) filter (where status in ('submitted', 'waiting_for_founder'))::int open,
        count(*) filter (where created_at > ${since})::int "day"
      from launch_submissions where user_id = ${currentUserId}`;

/** Finds the launch submitted with this key, and the hash of its request. */
export const findLaunchByKey = (tx: Db, key: string) =>
  firstRow<{ id: string; requestHash: string }>(tx)`
    select id, request_hash "requestHash" from launch_submissions
     where user_id = ${currentUserId} and idempotency_key = ${key}`;

export type NewLaunch = {
  readonly coinName: string;
  readonly idea: string;
  readonly links: readonly string[];
  readonly whitepaper: string;
  readonly key: string;
  readonly requestHash: string;
  readonly now: Date;
};

/** Inserts a launch and deletes the draft [001 §3 launch_submissions, §4 Launch submission, §7 Reads and writes]. */
export async function insertLaunch(tx: Db, launch: NewLaunch): Promise<string> {
  const { coinName, idea, links, whitepaper, key, requestHash, now } = launch;
  await drafts.forget(tx);
  return newId(tx)`
    insert into launch_submissions (user_id, coin_name, idea, community_links, whitepaper_file, created_at, waits_since,
        idempotency_key, request_hash)
      values (${currentUserId}, ${coinName}, ${idea}, ${[...links]}::text[], ${whitepaper}, ${now}, ${now}, ${key}, ${requestHash})
      returning id`;
}

/** Locks an open launch of the signed-in founder. Returns its open question. */
export const lockMyLaunch = (tx: Db, id: string) =>
  firstRow<{ id: string; questionId: string | null }>(tx)`
    select s.id, (select q.id from launch_questions q where q.submission_id = s.id and q.answered_at is null) "questionId"
      from launch_submissions s
     where s.id = ${id} and s.user_id = ${currentUserId} and s.status in ('submitted', 'waiting_for_founder')
       for update of s`;

export const findLaunchOfQuestion = (tx: Db, questionId: string) =>
  firstValue<string>(tx)`
    select submission_id id from launch_questions where id = ${questionId} and user_id = ${currentUserId}`;

export async function answerQuestion(
  tx: Db,
  id: string,
  { questionId, answer, now }: { questionId: string; answer: string; now: Date },
): Promise<void> {
  await sql`update launch_questions set answer = ${answer}, answered_at = ${now} where id = ${questionId}`.execute(tx);
  await sql`update launch_submissions set status = 'submitted', waits_since = ${now} where id = ${id}`.execute(tx);
}

export const withdrawLaunch = (tx: Db, id: string, now: Date) =>
  sql`update launch_submissions set status = 'withdrawn', waits_since = ${now} where id = ${id}`.execute(tx);

export const drafts = createDraftStore('launch_drafts');
