import { expect, test } from 'vitest';
import { published } from '../../../test/courses.ts';
import { laidCourse, pictureOn } from '../../../test/drafts.ts';
import { type Context, wallsOf } from '../../../test/security/walls.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverUnderTest } from '../../../test/worker.ts';

/** What the database refuses by itself: statements as the application's role sends them. */
const server = await serverUnderTest();
const { outcome } = wallsOf(server);
const [learner, teacher, second, admin] = await Promise.all(
  ['Lea Rner', 'Tea Cher', 'Sec Ond', 'Ad Min'].map((name) => newCustomer(server, name)),
);
if (!learner || !teacher || !second || !admin) throw new Error('nobody');
const asLearner = { user: learner.id };
const asTeacher = { user: teacher.id, roles: 'instructor' };
const asSecond = { user: second.id, roles: 'instructor' };
const asAdmin = { user: admin.id, roles: 'admin', all: true };
const asSupport = { user: second.id, roles: 'support', all: true };
const others: readonly Context[] = [asLearner, asSupport, {}];

const no = expect.stringMatching(/^(refused|failed 23514)$/);
const nothing = expect.toBeOneOf(['refused', 'failed 23514', 0]);
await published(server, { courseId: 'of-the-house' });
const courseId = await laidCourse(server, teacher.id);
const offered = await laidCourse(server, teacher.id);
await published(server, { courseId: offered });
await server.owner.query(`update courses set state = 'published' where id = $1`, [offered]);

const insert = (
  as: Context,
  { by = as.user, state = 'draft', price = 0 }: { by?: string | undefined; state?: string; price?: number },
) =>
  outcome(
    as,
    `insert into courses (id, title, price_usd, state, made_by, created_at) values ('new-one', 'x', $1, $2, $3, now())`,
    [price, state, by],
  );
const version = (as: Context, course: string, by = as.user) =>
  outcome(
    as,
    `insert into course_versions (course_id, number, content, digest, what_changed, published_at, published_by)
    values ($1, 9, '{}', 'x', 'x', now(), $2)`,
    [course, by],
  );
const set = (as: Context, what: string, course = courseId) =>
  outcome(as, `update courses set ${what} where id = $1`, [course]);
const save = (as: Context, by = as.user, number = 2) =>
  outcome(as, `update course_drafts set content = '{}', number = $1, saved_by = $2 where course_id = $3`, [
    number,
    by,
    courseId,
  ]);

test('a course is begun by those who teach, in their own name, free and unseen', async () => {
  expect(await insert(asTeacher, {})).toBe(1);
  for (const wish of [{ by: second.id }, { state: 'published' }, { price: 5 }])
    expect(await insert(asTeacher, wish)).toEqual(no);
  for (const as of others) expect(await insert(as, { by: as.user ?? teacher.id })).toEqual(no);
});

test('a draft is read and saved by those who teach alone, one save after the other', async () => {
  const read = (as: Context, table = 'course_drafts') =>
    outcome(as, `select from ${table} where course_id = $1`, [courseId]);
  for (const as of others) expect([await read(as), await save(as)]).toEqual([0, nothing]);
  expect([await read(asTeacher), await read(asSecond)]).toEqual([1, 1]);
  expect(await outcome(asLearner, 'select from courses where id = $1', [courseId])).toBe(0);
  expect(await save(asSecond)).toBe(1);
  expect(await save(asSecond, teacher.id)).toEqual(no);
  for (const number of [1, 3]) expect(await save(asSecond, second.id, number)).toEqual(no);
  expect(await outcome(asTeacher, 'delete from course_drafts')).toEqual(no);
});

test('a version is published in one’s own name, of a course that is written here', async () => {
  expect(await version(asTeacher, courseId)).toBe(1);
  expect(await version(asTeacher, courseId, second.id)).toEqual(no);
  expect(await version(asTeacher, 'of-the-house')).toEqual(no);
  for (const as of others) expect(await version(as, courseId, as.user ?? teacher.id)).toEqual(no);
  for (const statement of [`update course_versions set content = '{}'`, 'delete from course_versions'])
    for (const as of [asTeacher, asAdmin]) expect(await outcome(as, statement)).toEqual(no);
});

test('a course is shown once it has a version, never a draft again; an admin alone says what it costs', async () => {
  expect(await set(asTeacher, `state = 'published'`)).toEqual(no);
  expect(await set(asTeacher, `state = 'withdrawn'`, offered)).toBe(1);
  expect(await set(asTeacher, `state = 'draft'`, offered)).toEqual(no);
  expect(await set(asTeacher, 'price_usd = 5', offered)).toEqual(no);
  expect(await set(asAdmin, 'price_usd = 5', offered)).toBe(1);
  for (const as of [...others, asTeacher]) expect(await set(as, `title = 'x'`, 'of-the-house')).toEqual(nothing);
  for (const as of others) expect(await set(as, `state = 'withdrawn'`, offered)).toEqual(nothing);
});

test('a picture is seen by who writes or takes its course, and is a picture that was uploaded for one', async () => {
  const file = await pictureOn(server, teacher.id);
  const read = (as: Context) => outcome(as, 'select from course_pictures where file_id = $1', [file]);
  expect(await read(asTeacher)).toBe(1);
  for (const as of [asLearner, asSupport, {}]) expect(await read(as)).toBe(0);
  await server.owner.query(`insert into course_pictures (course_id, file_id) values ($1, $2)`, [offered, file]);
  await server.owner.query(
    `insert into user_enrollments (user_id, course_id, version_id, enrollment_status, granted_by, created_at, active_since)
      select $1, course_id, id, 'active', 'free', now(), now() from course_versions where course_id = $2`,
    [learner.id, offered],
  );
  expect(await read(asLearner)).toBe(1);
  // Not to whoever only began to buy it, or had it given back; to the product, which asks what is in use.
  for (const status of ['pending_payment', 'ended']) {
    const { id } = await newCustomer(server);
    await server.owner.query(
      `insert into user_enrollments (user_id, course_id, version_id, enrollment_status, granted_by, created_at)
        select $1, course_id, id, $3, 'payment', now() from course_versions where course_id = $2`,
      [id, offered, status],
    );
    expect([status, await read({ user: id })]).toEqual([status, 0]);
  }
  expect(await read({ all: true })).toBe(2);
  const { rows } = await server.owner.query<{ id: string }>(
    `insert into files (user_id, purpose, path, name, mime, bytes, sha256, state, created_at)
      select user_id, 'workshop-flyer', path || 'x', name, mime, bytes, sha256, state, created_at from files where id = $1
      returning id`,
    [file],
  );
  const add = (as: Context, id: string) =>
    outcome(as, 'insert into course_pictures (course_id, file_id) values ($1, $2)', [courseId, id]);
  const admins = (await server.owner.query<{ user_id: string }>('select user_id from files where id = $1', [file]))
    .rows;
  const asUploader = { user: admins[0]?.user_id ?? '', roles: 'instructor' };
  expect(await add(asUploader, file)).toBe(1);
  expect(await add(asUploader, rows[0]?.id ?? '')).toEqual(no);
  for (const as of others) expect(await add(as, file)).toEqual(no);
});

test('how a course is learned from is told to those who teach, in numbers', async () => {
  const { rows } = await server.owner.query<{ id: string }>('select id from course_versions where course_id = $1', [
    offered,
  ]);
  const id = rows[0]?.id ?? '';
  await server.owner.query(
    `insert into unit_progress (enrollment_id, user_id, unit, handed_out_at)
      select id, user_id, 'first', now() from user_enrollments where user_id = $1 and course_id = $2`,
    [learner.id, offered],
  );
  const ask = (as: Context, which: string) => outcome(as, `select * from ${which}`, [offered, id]);
  const [ways, answers] = ['app.course_ways($1, $2, now())', 'app.course_answers($1, $2)'];
  expect([await ask(asTeacher, ways), await ask(asTeacher, answers)], 'of so few nothing is counted').toEqual([0, 0]);
  for (let n = 0; n < 5; n++)
    await server.owner.query(
      `insert into user_enrollments (user_id, course_id, version_id, enrollment_status, granted_by, created_at, active_since)
        values ($1, $2, $3, 'active', 'free', now(), now()) on conflict do nothing`,
      [(await newCustomer(server)).id, offered, id],
    );
  expect(await ask(asTeacher, ways)).toBe(1);
  for (const as of others) for (const which of [ways, answers]) expect(await ask(as, which)).toBe(0);
  for (const table of ['unit_progress', 'check_answers', 'quiz_tries', 'user_enrollments'])
    expect([table, await outcome(asTeacher, `select from ${table}`)]).toEqual([table, 0]);
});
