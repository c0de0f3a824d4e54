import { expect, test } from 'vitest';
import { certificateOf, finishes } from '../../../test/certificates.ts';
import { published, smallCourse } from '../../../test/courses.ts';
import { laidProject } from '../../../test/projects.ts';
import { type Context, wallsOf } from '../../../test/security/walls.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { newCode } from './code.ts';

/** What the database refuses by itself: statements as the application's role sends them. */
const server = await serverUnderTest();
const { owner } = server;
const { outcome } = wallsOf(server);
const project = { title: 'Project', about: 'Do it.', tasks: ['One'], passPercent: 70 };
await published(server, { courseId: 'small' });
await published(server, { courseId: 'with-project', text: { ...smallCourse, project } });
const [ina, other, staff] = await Promise.all(
  ['Ina Brown', 'Oma Green', 'Stan White'].map((n) => newCustomer(server, n)),
);
if (!ina || !other || !staff) throw new Error('nobody');
const asIna = { user: ina.id };
const asInstructor = { user: staff.id, roles: 'instructor' };
const asAdmin = { user: staff.id, roles: 'admin', all: true };

const columns = `user_id, enrollment_id, course_id, version_id, course_title, version_number, title, quiz_pass, project_pass,
  name, band, code, issued_at`;
/** Issues one for an enrollment, with some of its words exchanged. */
async function issue(as: Context, enrollmentId: string, changed: Readonly<Record<string, unknown>> = {}) {
  const { rows } = await owner.query<Record<string, unknown>>(
    `select e.user_id, e.id enrollment_id, e.course_id, e.version_id, v.content ->> 'title' course_title,
        v.number version_number, v.content -> 'certificate' ->> 'title' title, 80 quiz_pass,
        (v.content -> 'project' ->> 'passPercent')::int project_pass
      from user_enrollments e join course_versions v on v.id = e.version_id where e.id = $1`,
    [enrollmentId],
  );
  const row = { ...rows[0], name: 'Ina Brown', band: 'pass', code: newCode(), issued_at: new Date(), ...changed };
  const values = Object.values(row);
  const places = values.map((_, at) => `$${at + 1}`).join(', ');
  expect(Object.keys(row)).toEqual(columns.split(',').map((name) => name.trim()));
  return outcome(as, `insert into certificates (${columns}) values (${places})`, values);
}
const small = await finishes(server, { userId: ina.id, courseId: 'small' });
const projectOf = await finishes(server, { userId: ina.id, courseId: 'with-project' });
const notHandedIn = await finishes(server, { userId: other.id, courseId: 'with-project' });
await laidProject(server, { enrollmentId: projectOf, state: 'passed' });

test('who finished issues their own; an instructor that of somebody else, never their own', async () => {
  expect(await issue(asIna, small)).toBe(1);
  expect(await issue(asInstructor, projectOf)).toBe(1);
  expect(await issue({ user: ina.id, roles: 'instructor' }, projectOf)).toBe('refused');
  expect(await issue(asInstructor, notHandedIn)).toBe('failed 23514');
});

test('nobody issues one by themselves where there is a project, nor for somebody else without a role', async () => {
  expect(await issue(asIna, projectOf)).toBe('refused');
  expect(await issue({ user: other.id }, small)).toBe('refused');
  expect(await issue({ user: staff.id, roles: 'support', all: true }, small)).toBe('refused');
});

test.each([
  ['another title', { course_title: 'Doctor of coins' }],
  ['another version', { version_number: 7 }],
  ['another certificate', { title: 'Degree' }],
  ['no project where there is one', { project_pass: null }],
])('with %s it is refused, whoever issues it', async (_, changed) => {
  expect(await issue(asInstructor, projectOf, changed)).toBe('failed 23514');
});

test('without one lesson or one quiz there is none, whoever issues it', async () => {
  for (const [table, where] of [
    ['unit_progress', `unit = 'second'`],
    ['quiz_tries', `section = 'two'`],
  ] as const) {
    const { id: userId } = await newCustomer(server);
    const enrollmentId = await finishes(server, { userId, courseId: 'small' });
    expect(await issue(asInstructor, enrollmentId)).toBe(1);
    await owner.query(`delete from ${table} where enrollment_id = $1 and ${where}`, [enrollmentId]);
    expect(await issue(asInstructor, enrollmentId)).toBe('failed 23514');
    expect(await issue({ user: userId }, enrollmentId)).toBe('failed 23514');
  }
});

const { id: owned } = other;
const certificate = await certificateOf(server, { userId: owned, courseId: 'small' });
const revoked = `revoked_at = now(), revoked_reason = 'Because it is so', revoked_by = app.user_id()`;
const change = (as: Context, what: string) =>
  outcome(as, `update certificates set ${what} where id = $1`, [certificate]);

test('its owner says whether their name shows and nothing else; an admin revokes and nothing else', async () => {
  expect(await change({ user: owned }, 'shows_name = false')).toBe(1);
  expect(await change({ user: owned }, revoked)).toBe('refused');
  expect(await change(asAdmin, revoked)).toBe(1);
  expect(await change(asAdmin, 'shows_name = false')).toBe('refused');
  expect(await change({ user: owned, roles: 'admin', all: true }, revoked)).toBe('refused');
  expect(await change(asIna, 'shows_name = false')).toBe(0);
  expect(await change({ user: staff.id, roles: 'support', all: true }, revoked)).toBe(0);
  for (const what of [`name = 'Another'`, `code = '${newCode()}'`, `band = 'distinction'`])
    for (const as of [{ user: owned }, asAdmin]) expect(await change(as, what)).toBe('refused');
});

test('nobody of the application deletes one', async () => {
  for (const as of [{ user: owned }, asAdmin])
    expect(await outcome(as, 'delete from certificates where id = $1', [certificate])).toBe('refused');
});

test('nobody has a certificate of another account of theirs revoked or counted again', async () => {
  const { id: second } = await newCustomer(server);
  const asSecond = { user: second, roles: 'admin', all: true };
  expect(await change(asSecond, revoked)).toBe(1);
  await owner.query('insert into joined_accounts (user_id, person_id) values ($1, $1), ($2, $1)', [owned, second]);
  expect(await change(asSecond, revoked)).toBe('failed 23514');
  expect(await change(asSecond, 'revoked_at = null, revoked_reason = null, revoked_by = null')).toBe('failed 23514');
  expect(await change(asAdmin, revoked)).toBe(1);
  // Whether their name shows stays theirs to say, whatever their role.
  expect(await change({ user: owned, roles: 'admin', all: true }, 'shows_name = false')).toBe(1);
});
