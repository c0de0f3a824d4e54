import type { CourseText } from '../../src/features/learning/course-text.ts';
import { finishes } from '../certificates.ts';
import { owner } from './owner.ts';

/** Somebody finished all lessons and quizzes of a course that nobody else is offered: who, and which. */
export async function finishedCourse(email: string, text: CourseText): Promise<{ userId: string; courseId: string }> {
  const client = await owner();
  const courseId = `small-${crypto.randomUUID().slice(0, 8)}`;
  await client.query(`insert into courses (id, title, state, created_at) values ($1, $2, 'withdrawn', now())`, [
    courseId,
    text.title,
  ]);
  await client.query(
    `insert into course_versions (course_id, number, content, digest, what_changed, published_at)
      values ($1, 1, $2, 'x', 'First', now())`,
    [courseId, JSON.stringify(text)],
  );
  const { rows } = await client.query<{ id: string }>('select id from profiles where email = $1', [email]);
  const userId = rows[0]?.id ?? '';
  await finishes({ owner: client }, { userId, courseId });
  await client.end();
  return { userId, courseId };
}

/** So much time goes by for a learner, as far as the server can see. */
export async function timeGoesBy(email: string, minutes: number): Promise<void> {
  const client = await owner();
  await client.query(
    `update unit_progress set handed_out_at = handed_out_at - $2 * interval '1 minute'
      where done_at is null and user_id = (select id from profiles where email = $1)`,
    [email, minutes],
  );
  await client.query(
    `update user_enrollments set read_until = read_until - $2 * interval '1 minute'
      where user_id = (select id from profiles where email = $1)`,
    [email, minutes],
  );
  await client.end();
}

/** Four people of nobody's journey take a course in its newest version, and do nothing in it yet. */
export async function fourMoreTake(courseId: string): Promise<void> {
  const client = await owner();
  await client.query(
    `with people as (insert into auth."user" (name, email, "emailVerified")
        select 'One More', gen_random_uuid() || '@journey.test', true from generate_series(1, 4) returning id)
      insert into user_enrollments (user_id, course_id, version_id, enrollment_status, granted_by, created_at, active_since)
      select p.id, v.course_id, v.id, 'active', 'free', now(), now() from people p,
          (select * from course_versions where course_id = $1 order by number desc limit 1) v`,
    [courseId],
  );
  await client.end();
}
