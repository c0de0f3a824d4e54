import { sql } from 'kysely';
import { allRows, currentUserId, type Db, firstRow, firstValue } from '../../../platform/database/database.ts';
import type { Levels, Total } from './marking.ts';
import type { SubmissionView } from './schema.ts';
import type { Submission, SubmissionLine } from './shapes.ts';
import { parseSubmission, submissionColumns } from './store.ts';

type Cursor = { readonly at: Date; readonly id: string };
type Page = { readonly view: SubmissionView; readonly after: Cursor | null; readonly limit: number };

const isStillEnrolled = sql`not app.is_course_refunded(s.id)`;

/** Finds submissions: unmarked ones oldest first, marked ones newest first. */
export async function findSubmissions(tx: Db, { view, after, limit }: Page): Promise<SubmissionLine[]> {
  const filter =
    view === 'marked' ? sql`s.state in ('failed', 'passed')` : sql`s.state = ${view} and ${isStillEnrolled}`;
  const [comparison, order] = view === 'marked' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  return allRows<SubmissionLine>(tx)`
    select s.id, s.learner, c.title "courseTitle", s.number, s.state, s.waits_since "at",
        (select points from project_grades m where m.submission_id = s.id order by round desc limit 1) points
      from project_submissions s join courses c on c.id = s.course_id
     where ${filter} ${after === null ? sql`` : sql`and (s.waits_since, s.id) ${comparison} (${after.at}, ${after.id})`}
     order by s.waits_since ${order}, s.id ${order} limit ${limit}`;
}

export const countWaiting = async (tx: Db) =>
  (await firstValue<number>(tx)`
    select count(*)::int waiting from project_submissions s
     where s.state in ('waiting', 'appealed') and ${isStillEnrolled}`) ?? 0;

export type SubmissionRecord = Submission & {
  readonly userId: string;
  readonly learner: string;
  readonly enrollmentId: string;
  readonly courseId: string;
  readonly versionId: string;
  readonly markedBy: readonly string[];
  readonly givenBack: boolean;
};

/** Finds a submission. `lock` locks it until the transaction ends. */
export async function findSubmission(tx: Db, id: string, lock = false): Promise<SubmissionRecord | null> {
  if (lock) await sql`select from project_submissions where id = ${id} for update`.execute(tx);
  const { rows } = await sql<SubmissionRecord & { marks: readonly (Submission['marks'][number] & { at: string })[] }>`
    select ${submissionColumns}, s.user_id "userId", s.learner, s.enrollment_id "enrollmentId",
        s.course_id "courseId", s.version_id "versionId", app.is_course_refunded(s.id) "givenBack",
        array(select m.marked_by from project_grades m where m.submission_id = s.id order by m.round) "markedBy"
      from project_submissions s where s.id = ${id}`.execute(tx);
  return rows[0] ? parseSubmission(rows[0]) : null;
}

type NewMark = Total & {
  readonly round: 1 | 2;
  readonly userId: string;
  readonly levels: Levels;
  readonly comments: Readonly<Record<string, string>>;
  readonly says: string;
  readonly now: Date;
};

export async function insertMark(tx: Db, id: string, mark: NewMark): Promise<void> {
  const { round, userId, levels, comments, says, points, passed, now } = mark;
  await sql`insert into project_grades (submission_id, round, user_id, marked_by, levels, comments, says, points, passed, marked_at)
      values (${id}, ${round}, ${userId}, ${currentUserId}, ${JSON.stringify(levels)}, ${JSON.stringify(comments)}, ${says},
        ${points}, ${passed}, ${now})`.execute(tx);
  await sql`update project_submissions set state = ${passed ? 'passed' : 'failed'}, waits_since = ${now} where id = ${id}`.execute(
    tx,
  );
}

export type MarkRecipient = {
  readonly name: string;
  readonly email: string;
  readonly courseId: string;
  readonly courseTitle: string;
  readonly passed: boolean;
  readonly points: number;
};

export const findMarkRecipient = (tx: Db, id: string) =>
  firstRow<MarkRecipient>(tx)`
    select p.display_name "name", p.email, c.id "courseId", c.title "courseTitle", m.passed, m.points
      from project_grades m join project_submissions s on s.id = m.submission_id
      join courses c on c.id = s.course_id join profiles p on p.id = s.user_id
     where m.submission_id = ${id} and p.closed_at is null order by m.round desc limit 1`;
