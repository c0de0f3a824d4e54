import { sql } from 'kysely';
import { allRows, type Db, firstRow, onlyRow, ownAccounts, whoAsks } from '../../platform/database.ts';
import { pattern } from '../../platform/pattern.ts';
import type { LaunchView } from './desk-schema.ts';
import type { Outcome } from './outcomes.ts';
import type { Part } from './rubric.ts';
import type { Conflict, Decision, DeskLaunch, DeskQuestion, Figures, LaunchLine, PartMark } from './shapes.ts';

export type Key = { readonly at: Date; readonly id: string };
type Page = {
  readonly view: LaunchView;
  readonly search: string;
  readonly after: Key | null;
  readonly lateBefore: Date;
  readonly limit: number;
};

/** Never the asker's own: nobody judges themselves. Moments come back from the browser in whole milliseconds. */
const others = sql`s.user_id <> all (${ownAccounts})`;
const age = sql`date_trunc('milliseconds', s.waits_since)`;

const within = (view: LaunchView, lateBefore: Date) =>
  ({
    waiting: sql`s.status = 'submitted'`,
    late: sql`s.status = 'submitted' and s.waits_since < ${lateBefore}`,
    founder: sql`s.status = 'waiting_for_founder'`,
    decided: sql`s.status in ('accepted', 'declined', 'not_enough', 'withdrawn')`,
  })[view];

/** The launches of a view, paged by key: what waits the oldest first, what is over the newest first. */
export async function launchLines(tx: Db, page: Page): Promise<Omit<LaunchLine, 'late'>[]> {
  const { view, search, after, lateBefore, limit } = page;
  const [beyond, order] = view === 'decided' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const words = pattern(search);
  return allRows<Omit<LaunchLine, 'late'>>(tx)`
    select s.id, s.coin_name "coinName", s.status, s.created_at "createdAt", s.decided_at "decidedAt",
        s.waits_since "at", p.display_name founder,
        (select count(*)::int from launch_marks m where m.submission_id = s.id) marked
      from launch_submissions s join profiles p on p.id = s.user_id
     where ${within(view, lateBefore)} and ${others}
       ${search === '' ? sql`` : sql`and (s.coin_name ilike ${words} or p.display_name ilike ${words} or p.email ilike ${words})`}
       ${after === null ? sql`` : sql`and (${age}, s.id) ${beyond} (${after.at}, ${after.id})`}
     order by ${age} ${order}, s.id ${order} limit ${limit}`;
}

export type Counts = Readonly<Record<'waiting' | 'late' | 'founder', number>>;

export const launchCounts = (tx: Db, lateBefore: Date) =>
  onlyRow<Counts>(tx)`
    select count(*) filter (where s.status = 'submitted')::int waiting,
        count(*) filter (where s.status = 'submitted' and s.waits_since < ${lateBefore})::int late,
        count(*) filter (where s.status = 'waiting_for_founder')::int founder
      from launch_submissions s where s.status in ('submitted', 'waiting_for_founder') and ${others}`;

/** What was decided, whoever it was about. */
export const launchFigures = (tx: Db) =>
  onlyRow<Figures>(tx)`
    select count(*) filter (where outcome = 'accepted')::int accepted,
        count(*) filter (where outcome = 'declined')::int declined,
        count(*) filter (where outcome = 'not_enough')::int "notEnough" from launch_outcomes`;

export type ReadLaunch = Omit<DeskLaunch, 'questions' | 'marks' | 'conflicts' | 'decision' | 'may'>;

/** One of them; with `lock` nobody else moves it until the transaction ends. */
export async function launchAtDesk(tx: Db, id: string, lock = false): Promise<ReadLaunch | null> {
  if (lock) await sql`select from launch_submissions where id = ${id} for update`.execute(tx);
  return firstRow<ReadLaunch>(tx)`
    select s.id, s.coin_name "coinName", s.idea, s.community_links "communityLinks", s.status,
        s.created_at "createdAt", s.decided_at "decidedAt", s.waits_since "waitsSince", s.user_id "founderId",
        p.display_name founder, p.email,
        json_build_object('id', f.id, 'name', f.name, 'mime', f.mime, 'bytes', f.bytes, 'state', f.state) paper
      from launch_submissions s join profiles p on p.id = s.user_id join files f on f.id = s.whitepaper_file
     where s.id = ${id}`;
}

const named = (column: string) => sql`(select w.display_name from profiles w where w.id = ${sql.ref(column)}) "by"`;

export const questionsOn = (tx: Db, id: string) =>
  allRows<DeskQuestion>(tx)`
    select q.id, q.question, q.asked_at "askedAt", q.answer, q.answered_at "answeredAt", ${named('q.asked_by')}
      from launch_questions q where q.submission_id = ${id} order by q.asked_at, q.id`;

export const marksOn = (tx: Db, id: string) =>
  allRows<PartMark>(tx)`
    select m.part, m.score, m.note, m.marked_at "at", ${named('m.marked_by')}
      from launch_marks m where m.submission_id = ${id} order by m.part`;

export const conflictsOn = (tx: Db, id: string): Promise<(Conflict & { reviewer: string })[]> =>
  allRows<Conflict & { reviewer: string }>(tx)`
    select c.reviewer, c.conflict, c.words, c.declared_at "at", ${named('c.reviewer')}
      from launch_conflicts c where c.submission_id = ${id} order by c.declared_at`;

export const decisionOn = (tx: Db, id: string) =>
  firstRow<Decision>(tx)`
    select d.outcome, d.reason_code "reasonCode", d.note, d.decided_at "at", ${named('d.decided_by')}
      from launch_decisions d where d.submission_id = ${id}`;

type Of = { readonly id: string; readonly founderId: string; readonly now: Date };

export async function insertQuestion(tx: Db, { id, founderId, now }: Of, question: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into launch_questions (submission_id, user_id, asked_by, question, asked_at)
      values (${id}, ${founderId}, ${whoAsks}, ${question}, ${now}) returning id`.execute(tx);
  await sql`update launch_submissions set status = 'waiting_for_founder', waits_since = ${now}
     where id = ${id}`.execute(tx);
  return rows[0]?.id ?? '';
}

/** Whoever has an interest after all takes their marks with them. */
export async function declareConflict(
  tx: Db,
  { id, founderId, now }: Of,
  { conflict, words }: { readonly conflict: boolean; readonly words: string },
): Promise<void> {
  await sql`insert into launch_conflicts (submission_id, reviewer, user_id, conflict, words, declared_at)
      values (${id}, ${whoAsks}, ${founderId}, ${conflict}, ${words}, ${now})
      on conflict (submission_id, reviewer) do update
        set conflict = excluded.conflict, words = excluded.words, declared_at = excluded.declared_at`.execute(tx);
  if (conflict) await sql`delete from launch_marks where submission_id = ${id} and marked_by = ${whoAsks}`.execute(tx);
}

type NewMark = { readonly part: Part; readonly score: number; readonly note: string };

export const saveMark = (tx: Db, { id, founderId, now }: Of, { part, score, note }: NewMark) =>
  sql`insert into launch_marks (submission_id, part, user_id, marked_by, score, note, marked_at)
      values (${id}, ${part}, ${founderId}, ${whoAsks}, ${score}, ${note}, ${now})
      on conflict (submission_id, part) do update set score = excluded.score, note = excluded.note,
        marked_by = excluded.marked_by, marked_at = excluded.marked_at`.execute(tx);

type NewDecision = { readonly outcome: Outcome; readonly reasonCode: string; readonly note: string };

/** Writes down the decision, and how the launch stands by it. */
export async function saveDecision(tx: Db, { id, founderId, now }: Of, decision: NewDecision): Promise<void> {
  const { outcome, reasonCode, note } = decision;
  await sql`insert into launch_decisions (submission_id, user_id, decided_by, outcome, reason_code, note, decided_at)
      values (${id}, ${founderId}, ${whoAsks}, ${outcome}, ${reasonCode}, ${note}, ${now})`.execute(tx);
  await sql`update launch_submissions
      set status = ${outcome}, reason_code = ${reasonCode}, decided_at = ${now}, waits_since = ${now}
     where id = ${id}`.execute(tx);
}
