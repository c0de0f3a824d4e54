import { sql } from 'kysely';
import {
  allRows,
  currentUserAccounts,
  currentUserId,
  type Db,
  firstRow,
  firstValue,
  newId,
  requireRow,
} from '../../platform/database/database.ts';
import { createDraftStore } from '../../platform/database/drafts-store.ts';
import { toLikePattern } from '../../platform/database/rows.ts';
import type { LaunchStatus, Outcome } from './launch.ts';
import { getFounderReason } from './staff-messages.ts';
import type { LaunchView } from './staff-schema.ts';

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
  requireRow<{ open: number; day: number }>(tx)`
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

type Page = {
  readonly view: LaunchView;
  readonly search: string;
  readonly after: { readonly at: Date; readonly id: string } | null;
  readonly lateBefore: Date;
  readonly limit: number;
};

const isNotOwn = sql`s.user_id <> all (${currentUserAccounts})`;
const age = sql`date_trunc('milliseconds', s.waits_since)`;

const viewCondition = (view: LaunchView, lateBefore: Date) =>
  ({
    waiting: sql`s.status = 'submitted'`,
    late: sql`s.status = 'submitted' and s.waits_since < ${lateBefore}`,
    founder: sql`s.status = 'waiting_for_founder'`,
    decided: sql`s.status in ('accepted', 'declined', 'not_enough', 'withdrawn')`,
  })[view];

type Launch = {
  readonly id: string;
  readonly coinName: string;
  readonly status: LaunchStatus;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
};

/** Finds launches: open ones oldest first, decided ones newest first. */
export async function findLaunches(tx: Db, page: Page) {
  const { view, search, after, lateBefore, limit } = page;
  const [beyond, order] = view === 'decided' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const searchPattern = toLikePattern(search);
  return allRows<Launch & { founder: string; at: Date }>(tx)`
    select s.id, s.coin_name "coinName", s.status, s.created_at "createdAt", s.decided_at "decidedAt",
        s.waits_since "at", p.display_name founder
      from launch_submissions s join profiles p on p.id = s.user_id
     where ${viewCondition(view, lateBefore)} and ${isNotOwn}
       ${search === '' ? sql`` : sql`and (s.coin_name ilike ${searchPattern} or p.display_name ilike ${searchPattern} or p.email ilike ${searchPattern})`}
       ${after === null ? sql`` : sql`and (${age}, s.id) ${beyond} (${after.at}, ${after.id})`}
     order by ${age} ${order}, s.id ${order} limit ${limit}`;
}

export const countLaunches = (tx: Db, lateBefore: Date) =>
  requireRow<Record<'waiting' | 'late' | 'founder', number>>(tx)`
    select count(*) filter (where s.status = 'submitted')::int waiting,
        count(*) filter (where s.status = 'submitted' and s.waits_since < ${lateBefore})::int late,
        count(*) filter (where s.status = 'waiting_for_founder')::int founder
      from launch_submissions s where s.status in ('submitted', 'waiting_for_founder') and ${isNotOwn}`;

export type LaunchContent = Launch & {
  readonly founderId: string;
  readonly founder: string;
  readonly email: string;
  readonly idea: string;
  readonly communityLinks: readonly string[];
  readonly waitsSince: Date;
  readonly paper: Readonly<Record<'id' | 'name' | 'mime' | 'state', string>> & { readonly bytes: number };
};

/** Finds a launch. `lock` locks it until the transaction ends. */
export async function findLaunch(tx: Db, id: string, lock = false): Promise<LaunchContent | null> {
  if (lock) await sql`select from launch_submissions where id = ${id} for update`.execute(tx);
  return firstRow<LaunchContent>(tx)`
    select s.id, s.coin_name "coinName", s.idea, s.community_links "communityLinks", s.status,
        s.created_at "createdAt", s.decided_at "decidedAt", s.waits_since "waitsSince", s.user_id "founderId",
        p.display_name founder, p.email,
        json_build_object('id', f.id, 'name', f.name, 'mime', f.mime, 'bytes', f.bytes, 'state', f.state) paper
      from launch_submissions s join profiles p on p.id = s.user_id join files f on f.id = s.whitepaper_file
     where s.id = ${id}`;
}

const staffName = (column: string) => sql`(select w.display_name from profiles w where w.id = ${sql.ref(column)}) "by"`;

type Question = {
  readonly id: string;
  readonly question: string;
  readonly by: string;
  readonly askedAt: Date;
  readonly answer: string | null;
  readonly answeredAt: Date | null;
};

export const findQuestions = (tx: Db, id: string) =>
  allRows<Question>(tx)`
    select q.id, q.question, q.asked_at "askedAt", q.answer, q.answered_at "answeredAt", ${staffName('q.asked_by')}
      from launch_questions q where q.submission_id = ${id} order by q.asked_at, q.id`;

export const findDecision = (tx: Db, id: string) =>
  firstRow<NewDecision & { readonly by: string; readonly at: Date }>(tx)`
    select d.outcome, d.reason_code "reasonCode", d.note, d.decided_at "at", ${staffName('d.decided_by')}
      from launch_decisions d where d.submission_id = ${id}`;

type LaunchRef = { readonly id: string; readonly founderId: string; readonly now: Date };

export async function insertQuestion(tx: Db, { id, founderId, now }: LaunchRef, question: string): Promise<string> {
  const questionId = await newId(tx)`
    insert into launch_questions (submission_id, user_id, asked_by, question, asked_at)
      values (${id}, ${founderId}, ${currentUserId}, ${question}, ${now}) returning id`;
  await sql`update launch_submissions set status = 'waiting_for_founder', waits_since = ${now}
     where id = ${id}`.execute(tx);
  return questionId;
}

type NewDecision = { readonly outcome: Outcome; readonly reasonCode: string; readonly note: string };

export async function saveDecision(tx: Db, { id, founderId, now }: LaunchRef, decision: NewDecision): Promise<void> {
  const { outcome, reasonCode, note } = decision;
  await sql`insert into launch_decisions (submission_id, user_id, decided_by, outcome, reason_code, note, decided_at)
      values (${id}, ${founderId}, ${currentUserId}, ${outcome}, ${reasonCode}, ${note}, ${now})`.execute(tx);
  await sql`update launch_submissions
      set status = ${outcome}, reason_code = ${reasonCode}, decided_at = ${now}, waits_since = ${now}
     where id = ${id}`.execute(tx);
}
