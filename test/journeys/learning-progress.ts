import type { CourseText } from '../../src/features/learning/course-text.ts';
import type { LessonView } from '../../src/features/learning/views.ts';
import { insertFinishedCourse } from '../certificates.ts';
import { connectAsOwner } from './owner.ts';
import { ask, type Caller } from './scene.ts';

export async function insertFinishedCourseFor(
  email: string,
  text: CourseText,
): Promise<{ userId: string; courseId: string }> {
  const client = await connectAsOwner();
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
  await insertFinishedCourse({ owner: client }, { userId, courseId });
  await client.end();
  return { userId, courseId };
}

/** Moves the learner's reading times into the past by this many minutes. */
export async function passTime(email: string, minutes: number): Promise<void> {
  const client = await connectAsOwner();
  await client.query(
    `update unit_progress set opened_at = opened_at - $2 * interval '1 minute'
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

export async function finishLessons(page: Caller, email: string, units: readonly string[]): Promise<void> {
  for (const unit of units) {
    const lessonRef = { courseId: 'level-1', unit };
    const { checks } = await ask<LessonView>(page, 'learning/lesson', lessonRef);
    for (const { id } of checks) await ask(page, 'learning/answer', { ...lessonRef, check: id, chosen: [0] });
    await passTime(email, 10);
    await ask(page, 'learning/finish', lessonRef);
  }
}
