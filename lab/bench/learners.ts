import { readCourse } from '../../src/features/learning/course-files.ts';
import { publishCourse } from '../../src/features/learning/course-store.ts';
import { buildCourseText } from '../../src/features/learning/course-text.ts';
import { levelOne } from '../../src/features/learning/level-one.ts';
import { createKysely, openPool } from '../../src/platform/database/database.ts';
import type { Request } from './load.ts';
import { post, type Scene } from './scene.ts';

/** Enrols every customer in Level 1, with half of the lessons and quizzes done and some reviews due. */
export async function addLearners({ url, owner }: Scene): Promise<void> {
  const pool = openPool({ url, max: 1 });
  const { content } = readCourse('courses/level-1', levelOne);
  const course = { courseId: levelOne.id, text: buildCourseText(levelOne, content), priceUsd: 0, whatChanged: 'Bench' };
  await createKysely(pool)
    .transaction()
    .execute((tx) => publishCourse(tx, { ...course, now: new Date() }));
  await pool.end();
  await owner.query(`
    insert into user_enrollments (user_id, course_id, version_id, enrollment_status, granted_by, created_at, active_since)
      select u.id, v.course_id, v.id, 'active', 'free', now(), now() from auth."user" u, course_versions v
       where u.email like '%@bench.test'`);
  const read = levelOne.sections.slice(0, 4).flatMap(({ units }) => units.map(({ id }) => id));
  await owner.query(
    `insert into unit_progress (enrollment_id, user_id, unit, opened_at, done_at)
      select id, user_id, unit, now() - interval '1 hour', now() from user_enrollments, unnest($1::text[]) unit`,
    [read],
  );
  await owner.query(
    `insert into quiz_tries (enrollment_id, user_id, section, questions, started_at, submitted_at, chosen, right_count, passed)
      select id, user_id, section, '{a,b,c,d,e,f}', now(), now(), '[]', n + 3, n = 3
        from user_enrollments, unnest($1::text[]) section, generate_series(1, 3) n`,
    [levelOne.sections.slice(0, 4).map(({ id }) => id)],
  );
  await owner.query(`
    insert into reviews (enrollment_id, user_id, section, question, due_at)
      select id, user_id, 'money', 'q' || n, now() - n * interval '1 hour' from user_enrollments, generate_series(1, 3) n`);
}

export const askHub = ({ cookie }: Scene['customers'][number]): Request => post('/api/rpc/learning/own', cookie, {});
