import { sql } from 'kysely';
import { currentUserId, type Db, firstValue, newId } from '../../../platform/database/database.ts';
import type { Evidence } from './schema.ts';
import type { Submission } from './shapes.ts';

const marksJson = sql`coalesce((select json_agg(json_build_object('round', m.round, 'levels', m.levels, 'comments', m.comments,
    'says', m.says, 'points', m.points, 'passed', m.passed, 'at', m.marked_at) order by m.round)
  from project_grades m where m.submission_id = s.id), '[]')`;

/** Row security limits the rows. */
export const submissionColumns = sql`s.id, s.number, s.evidence, s.state, s.submitted_at "handedInAt", s.appeal, ${marksJson} marks`;

type SubmissionRow = Omit<Submission, 'marks'> & {
  readonly marks: readonly (Submission['marks'][number] & { at: string })[];
};
/** Parses dates, which JSON stores as strings. */
export const parseSubmission = <T extends SubmissionRow>(row: T): T & Submission => ({
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
