import { sql } from 'kysely';
import { allRows, type Db, firstRow, firstValue, whoAsks } from '../../platform/database.ts';
import type { Levels, Total } from './marking.ts';
import type { SubmissionView } from './schema.ts';
import type { Submission, SubmissionLine } from './shapes.ts';
import { submissionColumns, submissionOf } from './store.ts';

type Key = { readonly at: Date; readonly id: string };
type Page = { readonly view: SubmissionView; readonly after: Key | null; readonly limit: number };

/** What waits to be marked: not where the course was given back meanwhile. */
const isTaken = sql`not app.course_given_back(s.id)`;

/** The projects of a view, paged by key: what waits the oldest first, what was marked the newest first. */
export async function submissionLines(tx: Db, { view, after, limit }: Page): Promise<SubmissionLine[]> {
  const within = view === 'marked' ? sql`s.state in ('failed', 'passed')` : sql`s.state = ${view} and ${isTaken}`;
  const [beyond, order] = view === 'marked' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  return allRows<SubmissionLine>(tx)`
    select s.id, s.learner, c.title "courseTitle", s.number, s.state, s.waits_since "at",
        (select points from project_marks m where m.submission_id = s.id order by round desc limit 1) points
      from project_submissions s join courses c on c.id = s.course_id
     where ${within} ${after === null ? sql`` : sql`and (s.waits_since, s.id) ${beyond} (${after.at}, ${after.id})`}
     order by s.waits_since ${order}, s.id ${order} limit ${limit}`;
}

/** How many wait for a first mark, and for a second. */
export const countWaiting = async (tx: Db) =>
  (await firstValue<number>(tx)`
    select count(*)::int waiting from project_submissions s
     where s.state in ('waiting', 'appealed') and ${isTaken}`) ?? 0;

/** A submission with whose it is, in which version of which course, and who marked it. */
export type ReadSubmission = Submission & {
  readonly userId: string;
  readonly learner: string;
  readonly enrollmentId: string;
  readonly courseId: string;
  readonly versionId: string;
  readonly markedBy: readonly string[];
  /** Whether its course was given back meanwhile. */
  readonly givenBack: boolean;
};

/** One of them; with `lock` nobody else marks it until the transaction ends. */
export async function submissionAtDesk(tx: Db, id: string, lock = false): Promise<ReadSubmission | null> {
  if (lock) await sql`select from project_submissions where id = ${id} for update`.execute(tx);
  const { rows } = await sql<ReadSubmission & { marks: readonly (Submission['marks'][number] & { at: string })[] }>`
    select ${submissionColumns}, s.user_id "userId", s.learner, s.enrollment_id "enrollmentId",
        s.course_id "courseId", s.version_id "versionId", app.course_given_back(s.id) "givenBack",
        array(select m.marked_by from project_marks m where m.submission_id = s.id order by m.round) "markedBy"
      from project_submissions s where s.id = ${id}`.execute(tx);
  return rows[0] ? submissionOf(rows[0]) : null;
}

type NewMark = Total & {
  readonly round: 1 | 2;
  readonly userId: string;
  readonly levels: Levels;
  readonly comments: Readonly<Record<string, string>>;
  readonly says: string;
  readonly now: Date;
};

/** Writes down a mark, and how the submission stands by it. */
export async function insertMark(tx: Db, id: string, mark: NewMark): Promise<void> {
  const { round, userId, levels, comments, says, points, passed, now } = mark;
  await sql`insert into project_marks (submission_id, round, user_id, marked_by, levels, comments, says, points, passed, marked_at)
      values (${id}, ${round}, ${userId}, ${whoAsks}, ${JSON.stringify(levels)}, ${JSON.stringify(comments)}, ${says},
        ${points}, ${passed}, ${now})`.execute(tx);
  await sql`update project_submissions set state = ${passed ? 'passed' : 'failed'}, waits_since = ${now} where id = ${id}`.execute(
    tx,
  );
}

/** To whom a mark is told, and what. */
export type MarkTold = {
  readonly name: string;
  readonly email: string;
  readonly courseId: string;
  readonly courseTitle: string;
  readonly passed: boolean;
  readonly points: number;
};

export const markToTell = (tx: Db, id: string) =>
  firstRow<MarkTold>(tx)`
    select p.display_name "name", p.email, c.id "courseId", c.title "courseTitle", m.passed, m.points
      from project_marks m join project_submissions s on s.id = m.submission_id
      join courses c on c.id = s.course_id join profiles p on p.id = s.user_id
     where m.submission_id = ${id} and p.closed_at is null order by m.round desc limit 1`;
