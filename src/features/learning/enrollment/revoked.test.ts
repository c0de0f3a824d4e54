import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { publishTestCourse } from '../../../../test/courses.ts';
import { upload } from '../../../../test/orders.ts';
import { createSession } from '../../../../test/security/actors.ts';
import { createPolicyTools } from '../../../../test/security/row-policies.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';

const server = await serverUnderTest();
const { app, call, owner } = server;
const { outcome } = createPolicyTools(server);
const support = await server.signIn('support');
const reason = 'The school booked it for her class';

async function courseWithPicture() {
  const courseId = `dear-${randomUUID().slice(0, 8)}`;
  await publishTestCourse(server, { courseId, priceUsd: 4_000 });
  const { body: file } = await upload(server, await createSession(server, 'admin'), 'lesson-picture');
  await owner.query(`insert into course_pictures (course_id, file_id) values ($1, $2)`, [courseId, file.id]);
  return { courseId, file: String(file.id) };
}
type Course = Awaited<ReturnType<typeof courseWithPicture>>;
type Learner = { readonly id: string; readonly cookie: string };

async function readable({ courseId, file }: Course, { id, cookie }: Learner) {
  const lesson = await call<{ code?: string }>('learning/lesson', { courseId, unit: 'first' }, cookie);
  const picture = await app.inject({ url: `/api/lesson-pictures/${file}`, headers: { cookie } });
  return {
    lesson: lesson.body.code ?? 'shown',
    picture: picture.statusCode,
    rows: await outcome({ user: id }, 'select from course_pictures where file_id = $1', [file]),
  };
}
const open = { lesson: 'shown', picture: 200, rows: 1 };
const over = { picture: 404, rows: 0 };

test('a course taken back by staff shows neither lessons nor pictures', async () => {
  const course = await courseWithPicture();
  const ina = await newCustomer(server, 'Ina Brown');
  const given = { userId: ina.id, courseId: course.courseId, until: null, reason };
  expect((await call('enrollmentDesk/give', given, support)).status).toBe(200);
  expect(await readable(course, ina)).toEqual(open);
  const { rows } = await owner.query<{ id: string }>('select id from user_enrollments where user_id = $1', [ina.id]);
  expect((await call('enrollmentDesk/takeBack', { id: rows[0]?.id, reason }, support)).status).toBe(200);
  expect(await readable(course, ina)).toEqual({ ...over, lesson: 'learning.time_over' });
});

test('a course of an ended plan shows neither lessons nor pictures until a plan runs again', async () => {
  const course = await courseWithPicture();
  const ina = await newCustomer(server, 'Ina Brown');
  const plan = (start: string, end: string) =>
    owner.query(
      `insert into subscriptions (user_id, plan, payment_method, status, start_date, end_date)
        values ($1, 'basic', 'bank_transfer', 'active', now() + $2::interval, now() + $3::interval)`,
      [ina.id, start, end],
    );
  await plan('-31 days', '-1 day');
  await owner.query(
    `insert into user_enrollments (user_id, course_id, version_id, enrollment_status, granted_by, created_at, active_since)
      select $1, course_id, id, 'active', 'plan', now(), now() from course_versions where course_id = $2`,
    [ina.id, course.courseId],
  );
  expect(await readable(course, ina)).toEqual({ ...over, lesson: 'learning.plan_over' });
  await plan('-1 hour', '30 days');
  expect(await readable(course, ina)).toEqual(open);
});
