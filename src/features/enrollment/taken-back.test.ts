import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { published } from '../../../test/courses.ts';
import { upload } from '../../../test/orders.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { wallsOf } from '../../../test/security/walls.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import type { ClassMails, ClassNote } from '../classes/shapes.ts';

/** A course that is over closes at once: also what is written to its class, and its pictures. */
const server = await serverUnderTest();
const { app, call, owner } = server;
const { outcome } = wallsOf(server);
const [support, teacher] = [await server.signIn('support'), await server.signIn('instructor')];
const reason = 'The school booked it for her class';

/** A course with a picture, of which its class was told something. */
async function taught() {
  const courseId = `dear-${randomUUID().slice(0, 8)}`;
  await published(server, { courseId, priceUsd: 4_000 });
  const { body: file } = await upload(server, await sessionFor(server, 'admin'), 'lesson-picture');
  await owner.query(`insert into course_pictures (course_id, file_id) values ($1, $2)`, [courseId, file.id]);
  const message = {
    subject: 'Only for the class',
    body: 'The room is 12, the door opens with 4711.',
    key: randomUUID(),
  };
  expect((await call('classesDesk/write', { courseId, ...message }, teacher)).status).toBe(200);
  return { courseId, file: String(file.id) };
}
type Taught = Awaited<ReturnType<typeof taught>>;
type Learner = { readonly id: string; readonly cookie: string };

/** What somebody is shown of it: by our pages, and by statements of their own. */
async function shown({ courseId, file }: Taught, { id, cookie }: Learner) {
  const lesson = await call<{ code?: string }>('learning/lesson', { courseId, unit: 'first' }, cookie);
  const { body } = await call<{ notes: ClassNote[]; classes: ClassMails[] }>('classes/notes', {}, cookie);
  const picture = await app.inject({ url: `/api/lesson-pictures/${file}`, headers: { cookie } });
  return {
    ...{ lesson: lesson.body.code ?? 'shown', notes: body.notes.length, classes: body.classes.length },
    picture: picture.statusCode,
    byStatement: [
      await outcome({ user: id }, 'select from class_messages where course_id = $1', [courseId]),
      await outcome({ user: id }, 'select from course_pictures where file_id = $1', [file]),
    ],
  };
}
const open = { lesson: 'shown', notes: 1, classes: 1, picture: 200, byStatement: [1, 1] };
const over = { notes: 0, classes: 0, picture: 404, byStatement: [0, 0] };

test('taken back by staff, a course shows neither what is written to its class nor its pictures', async () => {
  const course = await taught();
  const ina = await newCustomer(server, 'Ina Brown');
  const given = { userId: ina.id, courseId: course.courseId, until: null, reason };
  expect((await call('enrollmentDesk/give', given, support)).status).toBe(200);
  expect(await shown(course, ina)).toEqual(open);
  const { rows } = await owner.query<{ id: string }>('select id from user_enrollments where user_id = $1', [ina.id]);
  expect((await call('enrollmentDesk/takeBack', { id: rows[0]?.id, reason }, support)).status).toBe(200);
  expect(await shown(course, ina)).toEqual({ ...over, lesson: 'learning.time_over' });
});

test('so does one whose plan has ended, until a plan runs again', async () => {
  const course = await taught();
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
  expect(await shown(course, ina)).toEqual({ ...over, lesson: 'learning.plan_over' });
  await plan('-1 hour', '30 days');
  expect(await shown(course, ina)).toEqual(open);
});
