import type pg from 'pg';
import { generateCode } from '../src/features/learning/certificates/issue.ts';

type Base = { readonly owner: Pick<pg.Pool, 'query'> };

/** Inserts a finished course: every lesson, and every quiz with `right` of ten. */
export async function insertFinishedCourse(
  { owner }: Base,
  { userId, courseId, right = 9 }: { userId: string; courseId: string; right?: number },
): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into user_enrollments (user_id, course_id, version_id, enrollment_status, granted_by, created_at, active_since)
      select $1, course_id, id, 'active', 'free', now(), now() from course_versions
       where course_id = $2 order by number desc limit 1
      returning id`,
    [userId, courseId],
  );
  const enrollmentId = rows[0]?.id ?? '';
  await insertProgress({ owner }, enrollmentId, right);
  return enrollmentId;
}

export async function insertProgress({ owner }: Base, enrollmentId: string, right = 9): Promise<void> {
  const sections = `user_enrollments e join course_versions v on v.id = e.version_id,
    jsonb_array_elements(v.content -> 'sections') s`;
  await owner.query(
    `insert into unit_progress (enrollment_id, user_id, unit, opened_at, done_at)
      select e.id, e.user_id, u ->> 'id', now(), now()
        from ${sections}, jsonb_array_elements(s -> 'units') u where e.id = $1`,
    [enrollmentId],
  );
  await owner.query(
    `insert into quiz_tries (enrollment_id, user_id, section, questions, started_at, submitted_at, chosen, right_count, passed)
      select e.id, e.user_id, s ->> 'id', array_fill('q'::text, array[10]), now(), now(), '[]', $2, true
        from ${sections} where e.id = $1`,
    [enrollmentId, right],
  );
}

export async function insertCertificate(
  server: Base,
  { userId, courseId }: { userId: string; courseId: string },
): Promise<string> {
  const enrollmentId = await insertFinishedCourse(server, { userId, courseId });
  const { rows } = await server.owner.query<{ id: string }>(
    `insert into certificates (user_id, enrollment_id, course_id, version_id, course_title, version_number, title,
        quiz_pass, project_pass, name, band, code, issued_at)
      select e.user_id, e.id, e.course_id, v.id, v.content ->> 'title', v.number, v.content -> 'certificate' ->> 'title',
          80, (v.content -> 'project' ->> 'passPercent')::smallint, 'Certified Customer', 'pass', $2, now()
        from user_enrollments e join course_versions v on v.id = e.version_id where e.id = $1
      returning id`,
    [enrollmentId, generateCode()],
  );
  return rows[0]?.id ?? '';
}
