import { sql } from 'kysely';
import { allRows, currentUserId, type Db, firstRow, firstValue, newId } from '../../../platform/database/database.ts';
import type { Rubric } from '../course-schema.ts';
import type { Levels, Total } from './marking.ts';
import type { Evidence, SubmissionView } from './schema.ts';

const marksJson = sql`coalesce((select json_agg(json_build_object('round', m.round, 'levels', m.levels, 'comments', m.comments,
    'says', m.says, 'points', m.points, 'passed', m.passed, 'at', m.marked_at) order by m.round)
  from project_grades m where m.submission_id = s.id), '[]')`;

/** Row security limits the rows. */
const submissionColumns = sql`s.id, s.number, s.evidence, s.state, s.submitted_at "handedInAt", s.appeal, ${marksJson} marks`;

type SubmissionRow = Omit<Submission, 'marks'> & {
  readonly marks: readonly (Submission['marks'][number] & { at: string })[];
};
/** Parses dates, which JSON stores as strings. */
const parseSubmission = <T extends SubmissionRow>(row: T): T & Submission => ({
  ...row,
  marks: row.marks.map((mark) => ({ ...mark, at: new Date(mark.at) })),
});

export async function findMySubmissions(tx: Db, enrollmentId: string): Promise<Submission[]> {
  const { rows } = await sql<SubmissionRow>`
    select ${submissionColumns} from project_submissions s
     where s.enrollment_id = ${enrollmentId} and s.user_id = ${currentUserId}
     order by s.number desc limit 50`.execute(tx);
  return rows.map(parseSubmission);
}

type SubmissionStatus = { readonly isNewest: boolean; readonly isTaken: boolean };

/** Locks the submission until the transaction ends. */
export async function lockMySubmission(tx: Db, id: string): Promise<(Submission & SubmissionStatus) | null> {
  await sql`select from project_submissions where id = ${id} and user_id = ${currentUserId} for update`.execute(tx);
  const { rows } = await sql<SubmissionRow & SubmissionStatus>`
    select ${submissionColumns}, not exists (select from project_submissions later
        where later.enrollment_id = s.enrollment_id and later.number > s.number) "isNewest",
        exists (select from user_enrollments e where e.id = s.enrollment_id and e.enrollment_status <> 'ended') "isTaken"
      from project_submissions s where s.id = ${id} and s.user_id = ${currentUserId}`.execute(tx);
  return rows[0] ? parseSubmission(rows[0]) : null;
}

export const findDraft = (tx: Db, enrollmentId: string) =>
  firstValue<Evidence>(tx)`
    select evidence from project_drafts where enrollment_id = ${enrollmentId}`;

type DraftContent = { readonly evidence: Evidence; readonly now: Date };

export const saveDraft = (tx: Db, enrollmentId: string, { evidence, now }: DraftContent) =>
  sql`insert into project_drafts (enrollment_id, user_id, evidence, saved_at)
      values (${enrollmentId}, ${currentUserId}, ${JSON.stringify(evidence)}, ${now})
      on conflict (enrollment_id) do update set evidence = excluded.evidence, saved_at = excluded.saved_at`.execute(tx);

type NewSubmission = DraftContent & { readonly learner: string };

/** Inserts a submission in place of the draft and returns the id. */
export async function insertSubmission(tx: Db, enrollmentId: string, submission: NewSubmission): Promise<string> {
  const { evidence, learner, now } = submission;
  await sql`delete from project_drafts where enrollment_id = ${enrollmentId}`.execute(tx);
  return newId(tx)`
    insert into project_submissions (enrollment_id, user_id, course_id, version_id, learner, number, evidence,
        submitted_at, waits_since)
      select e.id, e.user_id, e.course_id, e.version_id, ${learner},
          (select count(*) + 1 from project_submissions s where s.enrollment_id = e.id), ${JSON.stringify(evidence)}::jsonb,
          ${now}::timestamptz, ${now}
        from user_enrollments e where e.id = ${enrollmentId} returning id`;
}

type NewAppeal = { readonly reason: string; readonly now: Date };

export const appealSubmission = (tx: Db, id: string, { reason, now }: NewAppeal) =>
  sql`update project_submissions set state = 'appealed', appeal = ${reason}, waits_since = ${now}
       where id = ${id}`.execute(tx);

/** `appealed`: marked once, and waiting for a second instructor. */
export type SubmissionState = 'waiting' | 'failed' | 'passed' | 'appealed';

/** Round 2 decides an appeal and replaces the first mark. */
export type MarkRecord = {
  readonly round: 1 | 2;
  readonly levels: Levels;
  readonly comments: Readonly<Record<string, string>>;
  readonly says: string;
  readonly points: number;
  readonly passed: boolean;
  readonly at: Date;
};

export type Submission = {
  readonly id: string;
  readonly number: number;
  readonly evidence: Evidence;
  readonly state: SubmissionState;
  readonly handedInAt: Date;
  readonly appeal: string | null;
  readonly marks: readonly MarkRecord[];
};

export type ProjectView = {
  readonly courseTitle: string;
  readonly about: string;
  readonly rubric: Rubric;
  readonly open: boolean;
  readonly draft: Evidence | null;
  readonly submissions: readonly Submission[];
};

type SubmissionLine = {
  readonly id: string;
  readonly learner: string;
  readonly courseTitle: string;
  readonly number: number;
  readonly state: SubmissionState;
  readonly at: Date;
  readonly points: number | null;
};

export type StaffSubmission = Submission & {
  readonly learner: string;
  readonly courseTitle: string;
  readonly about: string;
  readonly rubric: Rubric;
  readonly givenBack: boolean;
  readonly mayMark: boolean;
};

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
