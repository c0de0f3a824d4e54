import { sql } from 'kysely';
import {
  allRows,
  currentUserAccounts,
  currentUserId,
  type Db,
  firstRow,
  newId,
  onlyRow,
} from '../../platform/database/database.ts';
import { toLikePattern } from '../../platform/database/like-pattern.ts';
import type { LaunchStatus, Outcome } from './launch.ts';
import type { LaunchView } from './staff-schema.ts';

type Page = {
  readonly view: LaunchView;
  readonly search: string;
  readonly after: { readonly at: Date; readonly id: string } | null;
  readonly lateBefore: Date;
  readonly limit: number;
};

/** SQL condition: not a launch of the staff member. */
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
  onlyRow<Record<'waiting' | 'late' | 'founder', number>>(tx)`
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
