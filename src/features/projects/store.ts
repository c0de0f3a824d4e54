import { sql } from 'kysely';
import { type Db, firstValue, newId, whoAsks } from '../../platform/database.ts';
import type { Evidence } from './schema.ts';
import type { Submission } from './shapes.ts';

const marks = sql`coalesce((select json_agg(json_build_object('round', m.round, 'levels', m.levels, 'comments', m.comments,
    'says', m.says, 'points', m.points, 'passed', m.passed, 'at', m.marked_at) order by m.round)
  from project_marks m where m.submission_id = s.id), '[]')`;

/** A submission with its marks, for whoever row security lets see it. */
export const submissionColumns = sql`s.id, s.number, s.evidence, s.state, s.handed_in_at "handedInAt", s.appeal, ${marks} marks`;

type Read = Omit<Submission, 'marks'> & { readonly marks: readonly (Submission['marks'][number] & { at: string })[] };
/** JSON has no moments of its own. */
export const submissionOf = <T extends Read>(row: T): T & Submission => ({
  ...row,
  marks: row.marks.map((mark) => ({ ...mark, at: new Date(mark.at) })),
});

/** What was handed in for a course, the newest first. */
export async function submissionsIn(tx: Db, enrollmentId: string): Promise<Submission[]> {
  const { rows } = await sql<Read>`
    select ${submissionColumns} from project_submissions s
     where s.enrollment_id = ${enrollmentId} and s.user_id = ${whoAsks}
     order by s.number desc limit 50`.execute(tx);
  return rows.map(submissionOf);
}

/** `isTaken`: its course was not given back. */
type Own = { readonly isNewest: boolean; readonly isTaken: boolean };

/** A submission of whoever asks, held until the end of the transaction. */
export async function heldOwn(tx: Db, id: string): Promise<(Submission & Own) | null> {
  await sql`select from project_submissions where id = ${id} and user_id = ${whoAsks} for update`.execute(tx);
  const { rows } = await sql<Read & Own>`
    select ${submissionColumns}, not exists (select from project_submissions later
        where later.enrollment_id = s.enrollment_id and later.number > s.number) "isNewest",
        exists (select from user_enrollments e where e.id = s.enrollment_id and e.enrollment_status <> 'ended') "isTaken"
      from project_submissions s where s.id = ${id} and s.user_id = ${whoAsks}`.execute(tx);
  return rows[0] ? submissionOf(rows[0]) : null;
}

export const draftIn = (tx: Db, enrollmentId: string) =>
  firstValue<Evidence>(tx)`
    select evidence from project_drafts where enrollment_id = ${enrollmentId}`;

type Kept = { readonly evidence: Evidence; readonly now: Date };

export const saveDraft = (tx: Db, enrollmentId: string, { evidence, now }: Kept) =>
  sql`insert into project_drafts (enrollment_id, user_id, evidence, saved_at)
      values (${enrollmentId}, ${whoAsks}, ${JSON.stringify(evidence)}, ${now})
      on conflict (enrollment_id) do update set evidence = excluded.evidence, saved_at = excluded.saved_at`.execute(tx);

type HandedIn = Kept & { readonly learner: string };

/** Hands it in, in the place of the draft: its id. */
export async function insertSubmission(tx: Db, enrollmentId: string, handedIn: HandedIn): Promise<string> {
  const { evidence, learner, now } = handedIn;
  await sql`delete from project_drafts where enrollment_id = ${enrollmentId}`.execute(tx);
  return newId(tx)`
    insert into project_submissions (enrollment_id, user_id, course_id, version_id, learner, number, evidence,
        handed_in_at, waits_since)
      select e.id, e.user_id, e.course_id, e.version_id, ${learner},
          (select count(*) + 1 from project_submissions s where s.enrollment_id = e.id), ${JSON.stringify(evidence)}::jsonb,
          ${now}::timestamptz, ${now}
        from user_enrollments e where e.id = ${enrollmentId} returning id`;
}

type Appealing = { readonly reason: string; readonly now: Date };

export const appealTo = (tx: Db, id: string, { reason, now }: Appealing) =>
  sql`update project_submissions set state = 'appealed', appeal = ${reason}, waits_since = ${now}
       where id = ${id}`.execute(tx);
