import { expect, test } from 'vitest';
import { insertCertificate, insertFinishedCourse, insertProgress } from '../../../../test/certificates.ts';
import { buildCoursePurchase, publishTestCourse, smallCourse } from '../../../../test/courses.ts';
import { countLockWaits } from '../../../../test/lock-waits.ts';
import { buildBankReceipt } from '../../../../test/payments.ts';
import {
  courseWithProject,
  evidence,
  insertFinishedProjectCourse,
  insertProject,
  type levelsFor,
  markBody,
} from '../../../../test/projects.ts';
import { createRefundTools } from '../../../../test/refunds.ts';
import { type Context, createPolicyTools } from '../../../../test/security/row-policies.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { setUpSuspicions } from '../../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { generateCode } from '../certificates/issue.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;

const { outcome } = createPolicyTools(server);
const [customer, other, teacher, second] = await Promise.all(
  ['Ina Brown', 'Oma Green', 'Tea Cher', 'Sec Ond'].map((name) => newCustomer(server, name)),
);

if (!customer || !other || !teacher || !second) throw new Error('no customers');

const asIna = { user: customer.id };
const asTeacher = { user: teacher.id, roles: 'instructor' };
const asSecond = { user: second.id, roles: 'instructor' };

async function submitProject(failedBy?: string): Promise<{ id: string; enrollmentId: string }> {
  const enrollmentId = await insertFinishedProjectCourse(
    server,
    customer?.id ?? '',
    `walled-${crypto.randomUUID().slice(0, 8)}`,
  );
  return { id: await insertProject(server, { enrollmentId, ...(failedBy && { failedBy }) }), enrollmentId };
}
const rejected = expect.stringMatching(/^(refused|failed 23514)$/);
const reasonText = 'The second part was not read to its end.';
const mark = (as: Context, id: string, { round = 1, by = as.user, userId = customer?.id, passed = true } = {}) =>
  outcome(
    as,
    `insert into project_grades (submission_id, round, user_id, marked_by, levels, comments, says, points, passed, marked_at)
      values ($1, $2, $3, $4, '{}', '{}', 'x', 70, $5, now())`,
    [id, round, userId, by, passed],
  );
const setState = (as: Context, id: string, state: string) =>
  outcome(as, 'update project_submissions set state = $2 where id = $1', [id, state]);
const appeal = (as: Context, id: string, reason = reasonText) =>
  outcome(as, `update project_submissions set state = 'appealed', appeal = $2 where id = $1`, [id, reason]);

test('instructors mark waiting projects of others in their own name', async () => {
  const { id } = await submitProject();
  expect(await mark(asIna, id)).toEqual(rejected);
  expect(await mark({ user: customer.id, roles: 'instructor' }, id)).toEqual(rejected);
  expect(await mark({ user: other.id, roles: 'support', all: true }, id)).toEqual(rejected);
  expect(await mark(asTeacher, id, { by: second.id })).toEqual(rejected);
  expect(await mark(asTeacher, id, { round: 2 })).toEqual(rejected);
  expect(await mark(asTeacher, id, { userId: other.id })).toMatch(/^failed/);
  expect(await mark(asTeacher, id)).toBe(1);
  expect(await mark(asSecond, (await submitProject(teacher.id)).id)).toEqual(rejected);
});

test('an appeal is marked by a second instructor after it was made', async () => {
  const { id } = await submitProject(teacher.id);
  expect(await mark(asSecond, id, { round: 2 })).toEqual(rejected);
  await server.owner.query(`update project_submissions set state = 'appealed', appeal = $2 where id = $1`, [
    id,
    reasonText,
  ]);
  expect(await mark(asTeacher, id, { round: 2 })).toEqual(rejected);
  expect(await mark(asSecond, id, { round: 2 })).toBe(1);
});

test('the state of a project follows its mark', async () => {
  for (const { id } of [await submitProject(), await submitProject(teacher.id)])
    for (const as of [asIna, asTeacher]) expect(await setState(as, id, 'passed')).not.toBe(1);
  const { id } = await submitProject(teacher.id);
  for (const as of [asTeacher, { user: other.id }]) expect(await appeal(as, id)).not.toBe(1);
  expect(await appeal(asIna, id, 'short')).toEqual(rejected);
  expect(await appeal(asIna, id)).toBe(1);
});

test('only the learner submits, as waiting, and a submission cannot be changed', async () => {
  const { id } = await submitProject();
  expect(await outcome(asIna, `update project_submissions set evidence = '{}' where id = $1`, [id])).toEqual(rejected);
  expect(await outcome(asIna, 'delete from project_submissions where id = $1', [id])).toEqual(rejected);
  const resubmit = (as: Context, whichId: string, state: string) =>
    outcome(
      as,
      `insert into project_submissions (enrollment_id, user_id, course_id, version_id, learner, number, evidence,
           submitted_at, waits_since, state, appeal)
        select enrollment_id, user_id, course_id, version_id, 'X', 2, $2, now(), now(), $3, $4
          from project_submissions where id = $1`,
      [whichId, JSON.stringify(evidence), state, state === 'appealed' ? reasonText : null],
    );
  expect(await resubmit(asIna, id, 'waiting')).toBe('failed 23505');
  const failed = (await submitProject(teacher.id)).id;
  for (const state of ['passed', 'failed', 'appealed']) expect(await resubmit(asIna, failed, state)).toEqual(rejected);
  expect(await resubmit(asTeacher, failed, 'waiting')).toEqual(rejected);
  expect(await resubmit(asIna, failed, 'waiting')).toBe(1);
});

test('only the learner reads a draft', async () => {
  const { enrollmentId } = await submitProject();
  await server.owner.query(
    `insert into project_drafts (enrollment_id, user_id, evidence, saved_at) values ($1, $2, '{}', now())`,
    [enrollmentId, customer.id],
  );
  const read = (as: Context) => outcome(as, 'select from project_drafts where enrollment_id = $1', [enrollmentId]);
  expect(await read(asIna)).toBe(1);
  for (const as of [asTeacher, { user: other.id }, { user: other.id, roles: 'admin', all: true }])
    expect(await read(as)).toBe(0);
});

const { act, finance, goesBack } = await createRefundTools(server);
const { another, rowsOf } = setUpSuspicions(server);
const [first, secondReader] = [await another('instructor'), await another('instructor')];

await publishTestCourse(server, { courseId: 'dear', priceUsd: 4_000, text: courseWithProject });

async function submitPaidProject() {
  const { id, cookie } = await newCustomer(server, 'Ina Brown');
  const { paymentId } = (await call<{ paymentId: string }>('enrollment/buy', buildCoursePurchase(), cookie)).body;
  expect(await act('paymentsDesk/receive', buildBankReceipt(paymentId, { amount: '7000' }), finance)).toBe('done');
  const [enrollment] = await rowsOf<{ id: string }>('select id from user_enrollments where user_id = $1', [id]);
  const enrollmentId = enrollment?.id ?? '';
  await insertProgress(server, enrollmentId);
  const submit = { courseId: 'dear', evidence };
  const { submissionId } = (await call<{ submissionId: string }>('projects/submit', submit, cookie)).body;
  const refund = async () => expect(await goesBack(paymentId, null)).toEqual(['done', 'done', 'done']);
  const mark = (as: keyof typeof levelsFor, by = first.cookie) =>
    act('projectsDesk/mark', markBody(submissionId, as), by);
  const appeal = () =>
    act('projects/appeal', { submissionId, reason: 'The second part was not read to its end.' }, cookie);
  const countMarks = async () =>
    (await rowsOf('select 1 from project_grades where submission_id = $1', [submissionId])).length;
  return { id, enrollmentId, submissionId, refund, mark, appeal, countMarks };
}
const listIds = async (view: string, cookie = first.cookie) => {
  const { body } = await call<{ lines: { id: string }[] }>('projectsDesk/submissions', { view }, cookie);
  return body.lines.map(({ id }) => id);
};
const countWaiting = async () => (await call<{ waiting: number }>('projectsDesk/count', {}, first.cookie)).body.waiting;

test('a refund removes the project from the list and refuses its mark', async () => {
  const { submissionId, refund, mark, countMarks } = await submitPaidProject();
  const before = await countWaiting();
  expect(await listIds('waiting')).toContain(submissionId);
  await refund();
  expect([await listIds('waiting'), await countWaiting()]).toEqual([
    expect.not.arrayContaining([submissionId]),
    before - 1,
  ]);
  const { body } = await call('projectsDesk/submission', { submissionId }, first.cookie);
  expect(body).toMatchObject({ state: 'waiting', givenBack: true, mayMark: false });
  for (const as of ['full', 'little'] as const) expect(await mark(as)).toBe('projects.course_given_back');
  expect(await countMarks()).toBe(0);
});

test('a refund ends an appeal and refuses a new one', async () => {
  const { submissionId, refund, mark, appeal, countMarks } = await submitPaidProject();
  expect(await mark('little')).toBe('done');
  const other = await submitPaidProject();
  expect(await other.mark('little')).toBe('done');
  expect(await appeal()).toBe('done');
  expect(await listIds('appealed', secondReader.cookie)).toContain(submissionId);
  for (const { refund: back } of [{ refund }, other]) await back();
  expect(await listIds('appealed', secondReader.cookie)).not.toContain(submissionId);
  expect(await mark('full', secondReader.cookie)).toBe('projects.course_given_back');
  expect(await other.appeal()).toBe('learning.not_enrolled');
  expect([await countMarks(), await other.countMarks()]).toEqual([1, 1]);
  expect(await listIds('marked')).toContain(other.submissionId);
});

test.each(['full', 'little'] as const)('a refund during a mark (%s) refuses the mark', async (as) => {
  const { enrollmentId, mark, countMarks } = await submitPaidProject();
  const payer = await owner.connect();
  await payer.query('begin');
  await payer.query(`lock table project_grades in share mode; select set_config('app.all_rows', 'yes', true)`);
  const answer = mark(as);
  await expect.poll(() => countLockWaits(server), { timeout: 8_000 }).toBeGreaterThan(0);
  // The mark has read an active course and waits for the lock. The row changes as after a refund.
  await payer.query('set local session_replication_role = replica');
  await payer.query(`update user_enrollments set enrollment_status = 'ended' where id = $1`, [enrollmentId]);
  await payer.query('commit');
  payer.release();
  expect([await answer, await countMarks()]).toEqual(['projects.course_given_back', 0]);
});

const project = { title: 'Project', about: 'Do it.', tasks: ['One'], passPercent: 70 };
await publishTestCourse(server, { courseId: 'small' });
await publishTestCourse(server, { courseId: 'with-project', text: { ...smallCourse, project } });
const asAdmin = { user: teacher.id, roles: 'admin', all: true };

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
  const row = {
    ...rows[0],
    name: 'Ina Brown',
    band: 'pass',
    code: generateCode(),
    issued_at: new Date(),
    ...changed,
  };
  const values = Object.values(row);
  const placeholders = values.map((_, at) => `$${at + 1}`).join(', ');
  expect(Object.keys(row)).toEqual(columns.split(',').map((name) => name.trim()));
  return outcome(as, `insert into certificates (${columns}) values (${placeholders})`, values);
}
const small = await insertFinishedCourse(server, { userId: customer.id, courseId: 'small' });
const withProject = await insertFinishedCourse(server, { userId: customer.id, courseId: 'with-project' });
const notSubmitted = await insertFinishedCourse(server, { userId: other.id, courseId: 'with-project' });
await insertProject(server, { enrollmentId: withProject, state: 'passed' });

test('learners issue their own certificate, instructors only those of others', async () => {
  expect(await issue(asIna, small)).toBe(1);
  expect(await issue(asTeacher, withProject)).toBe(1);
  expect(await issue({ user: customer.id, roles: 'instructor' }, withProject)).toBe('refused');
  expect(await issue(asTeacher, notSubmitted)).toBe('failed 23514');
});

test('a certificate with a project or of another user needs an instructor', async () => {
  expect(await issue(asIna, withProject)).toBe('refused');
  expect(await issue({ user: other.id }, small)).toBe('refused');
  expect(await issue({ user: teacher.id, roles: 'support', all: true }, small)).toBe('refused');
});

test.each([
  ['another title', { course_title: 'Doctor of coins' }],
  ['another version', { version_number: 7 }],
  ['another certificate', { title: 'Degree' }],
  ['no project where there is one', { project_pass: null }],
])('a certificate with %s is rejected', async (_, changed) => {
  expect(await issue(asTeacher, withProject, changed)).toBe('failed 23514');
});

test('a missing lesson or quiz rejects the certificate', async () => {
  for (const [table, where] of [
    ['unit_progress', `unit = 'second'`],
    ['quiz_tries', `section = 'two'`],
  ] as const) {
    const { id: userId } = await newCustomer(server);
    const enrollmentId = await insertFinishedCourse(server, { userId, courseId: 'small' });
    expect(await issue(asTeacher, enrollmentId)).toBe(1);
    await owner.query(`delete from ${table} where enrollment_id = $1 and ${where}`, [enrollmentId]);
    expect(await issue(asTeacher, enrollmentId)).toBe('failed 23514');
    expect(await issue({ user: userId }, enrollmentId)).toBe('failed 23514');
  }
});

const { id: ownerId } = other;
const certificate = await insertCertificate(server, { userId: ownerId, courseId: 'small' });
const revoked = `revoked_at = now(), revoked_reason = 'For this test', revoked_by = app.user_id()`;
const change = (as: Context, what: string) =>
  outcome(as, `update certificates set ${what} where id = $1`, [certificate]);

test('owners change only the name choice, admins only the revocation, and no one deletes a certificate', async () => {
  expect(await change({ user: ownerId }, 'shows_name = false')).toBe(1);
  expect(await change({ user: ownerId }, revoked)).toBe('refused');
  expect(await change(asAdmin, revoked)).toBe(1);
  expect(await change(asAdmin, 'shows_name = false')).toBe('refused');
  expect(await change({ user: ownerId, roles: 'admin', all: true }, revoked)).toBe('refused');
  expect(await change(asIna, 'shows_name = false')).toBe(0);
  expect(await change({ user: teacher.id, roles: 'support', all: true }, revoked)).toBe(0);
  for (const what of [`name = 'Another'`, `code = '${generateCode()}'`, `band = 'distinction'`])
    for (const as of [{ user: ownerId }, asAdmin]) expect(await change(as, what)).toBe('refused');
  for (const as of [{ user: ownerId }, asAdmin])
    expect(await outcome(as, 'delete from certificates where id = $1', [certificate])).toBe('refused');
});

test('staff cannot revoke or reinstate a certificate of their other accounts', async () => {
  const { id: joined } = await newCustomer(server);
  const asJoined = { user: joined, roles: 'admin', all: true };
  expect(await change(asJoined, revoked)).toBe(1);
  await owner.query('insert into merged_accounts (user_id, person_id) values ($1, $1), ($2, $1)', [ownerId, joined]);
  expect(await change(asJoined, revoked)).toBe('failed 23514');
  expect(await change(asJoined, 'revoked_at = null, revoked_reason = null, revoked_by = null')).toBe('failed 23514');
  expect(await change(asAdmin, revoked)).toBe(1);
  expect(await change({ user: ownerId, roles: 'admin', all: true }, 'shows_name = false')).toBe(1);
});
