import { expect, test } from 'vitest';
import { insertCertificate, insertFinishedCourse } from '../../../../test/certificates.ts';
import { publishTestCourse, smallCourse } from '../../../../test/courses.ts';
import { insertProject } from '../../../../test/projects.ts';
import { type Context, createPolicyTools } from '../../../../test/security/row-policies.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { generateCode } from './issue.ts';

const server = await serverUnderTest();
const { owner } = server;
const { outcome } = createPolicyTools(server);
const project = { title: 'Project', about: 'Do it.', tasks: ['One'], passPercent: 70 };
await publishTestCourse(server, { courseId: 'small' });
await publishTestCourse(server, { courseId: 'with-project', text: { ...smallCourse, project } });
const [ina, other, staff] = await Promise.all(
  ['Ina Brown', 'Oma Green', 'Stan White'].map((n) => newCustomer(server, n)),
);
if (!ina || !other || !staff) throw new Error('no customers');
const asIna = { user: ina.id };
const asInstructor = { user: staff.id, roles: 'instructor' };
const asAdmin = { user: staff.id, roles: 'admin', all: true };

const columns = `user_id, enrollment_id, course_id, version_id, course_title, version_number, title, quiz_pass, project_pass,
  name, band, code, issued_at`;
async function issue(as: Context, enrollmentId: string, changed: Readonly<Record<string, unknown>> = {}) {
  const { rows } = await owner.query<Record<string, unknown>>(
    `select e.user_id, e.id enrollment_id, e.course_id, e.version_id, v.content ->> 'title' course_title,
        v.number version_number, v.content -> 'certificate' ->> 'title' title, 80 quiz_pass,
        (v.content -> 'project' ->> 'passPercent')::int project_pass
      from user_enrollments e join course_versions v on v.id = e.version_id where e.id = $1`,
    [enrollmentId],
  );
  const row = { ...rows[0], name: 'Ina Brown', band: 'pass', code: generateCode(), issued_at: new Date(), ...changed };
  const values = Object.values(row);
  const placeholders = values.map((_, at) => `$${at + 1}`).join(', ');
  expect(Object.keys(row)).toEqual(columns.split(',').map((name) => name.trim()));
  return outcome(as, `insert into certificates (${columns}) values (${placeholders})`, values);
}
const small = await insertFinishedCourse(server, { userId: ina.id, courseId: 'small' });
const withProject = await insertFinishedCourse(server, { userId: ina.id, courseId: 'with-project' });
const notSubmitted = await insertFinishedCourse(server, { userId: other.id, courseId: 'with-project' });
await insertProject(server, { enrollmentId: withProject, state: 'passed' });

test('learners issue their own certificate, instructors only those of others', async () => {
  expect(await issue(asIna, small)).toBe(1);
  expect(await issue(asInstructor, withProject)).toBe(1);
  expect(await issue({ user: ina.id, roles: 'instructor' }, withProject)).toBe('refused');
  expect(await issue(asInstructor, notSubmitted)).toBe('failed 23514');
});

test('a certificate with a project or of another user needs an instructor', async () => {
  expect(await issue(asIna, withProject)).toBe('refused');
  expect(await issue({ user: other.id }, small)).toBe('refused');
  expect(await issue({ user: staff.id, roles: 'support', all: true }, small)).toBe('refused');
});

test.each([
  ['another title', { course_title: 'Doctor of coins' }],
  ['another version', { version_number: 7 }],
  ['another certificate', { title: 'Degree' }],
  ['no project where there is one', { project_pass: null }],
])('a certificate with %s is rejected', async (_, changed) => {
  expect(await issue(asInstructor, withProject, changed)).toBe('failed 23514');
});

test('a missing lesson or quiz rejects the certificate', async () => {
  for (const [table, where] of [
    ['unit_progress', `unit = 'second'`],
    ['quiz_tries', `section = 'two'`],
  ] as const) {
    const { id: userId } = await newCustomer(server);
    const enrollmentId = await insertFinishedCourse(server, { userId, courseId: 'small' });
    expect(await issue(asInstructor, enrollmentId)).toBe(1);
    await owner.query(`delete from ${table} where enrollment_id = $1 and ${where}`, [enrollmentId]);
    expect(await issue(asInstructor, enrollmentId)).toBe('failed 23514');
    expect(await issue({ user: userId }, enrollmentId)).toBe('failed 23514');
  }
});

const { id: ownerId } = other;
const certificate = await insertCertificate(server, { userId: ownerId, courseId: 'small' });
const revoked = `revoked_at = now(), revoked_reason = 'For this test', revoked_by = app.user_id()`;
const change = (as: Context, what: string) =>
  outcome(as, `update certificates set ${what} where id = $1`, [certificate]);

test('owners change only the name choice and admins only the revocation', async () => {
  expect(await change({ user: ownerId }, 'shows_name = false')).toBe(1);
  expect(await change({ user: ownerId }, revoked)).toBe('refused');
  expect(await change(asAdmin, revoked)).toBe(1);
  expect(await change(asAdmin, 'shows_name = false')).toBe('refused');
  expect(await change({ user: ownerId, roles: 'admin', all: true }, revoked)).toBe('refused');
  expect(await change(asIna, 'shows_name = false')).toBe(0);
  expect(await change({ user: staff.id, roles: 'support', all: true }, revoked)).toBe(0);
  for (const what of [`name = 'Another'`, `code = '${generateCode()}'`, `band = 'distinction'`])
    for (const as of [{ user: ownerId }, asAdmin]) expect(await change(as, what)).toBe('refused');
});

test('the application cannot delete a certificate', async () => {
  for (const as of [{ user: ownerId }, asAdmin])
    expect(await outcome(as, 'delete from certificates where id = $1', [certificate])).toBe('refused');
});

test('staff cannot revoke or reinstate a certificate of their other accounts', async () => {
  const { id: second } = await newCustomer(server);
  const asSecond = { user: second, roles: 'admin', all: true };
  expect(await change(asSecond, revoked)).toBe(1);
  await owner.query('insert into merged_accounts (user_id, person_id) values ($1, $1), ($2, $1)', [ownerId, second]);
  expect(await change(asSecond, revoked)).toBe('failed 23514');
  expect(await change(asSecond, 'revoked_at = null, revoked_reason = null, revoked_by = null')).toBe('failed 23514');
  expect(await change(asAdmin, revoked)).toBe(1);
  expect(await change({ user: ownerId, roles: 'admin', all: true }, 'shows_name = false')).toBe(1);
});
