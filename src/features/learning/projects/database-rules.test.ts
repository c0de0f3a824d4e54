import { expect, test } from 'vitest';
import { insertProgress } from '../../../../test/certificates.ts';
import { buildCoursePurchase, publishTestCourse } from '../../../../test/courses.ts';
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

const server = await serverWithoutFaults();
const { outcome } = createPolicyTools(server);
const [ina, other, teacher, second] = await Promise.all(
  ['Ina Brown', 'Oma Green', 'Tea Cher', 'Sec Ond'].map((name) => newCustomer(server, name)),
);

if (!ina || !other || !teacher || !second) throw new Error('no customers');

const asIna = { user: ina.id };
const asTeacher = { user: teacher.id, roles: 'instructor' };
const asSecond = { user: second.id, roles: 'instructor' };

async function submitProject(failedBy?: string): Promise<{ id: string; enrollmentId: string }> {
  const enrollmentId = await insertFinishedProjectCourse(
    server,
    ina?.id ?? '',
    `walled-${crypto.randomUUID().slice(0, 8)}`,
  );
  return { id: await insertProject(server, { enrollmentId, ...(failedBy && { failedBy }) }), enrollmentId };
}
const rejected = expect.stringMatching(/^(refused|failed 23514)$/);
const reasonText = 'The second part was not read to its end.';
const mark = (as: Context, id: string, { round = 1, by = as.user, userId = ina?.id, passed = true } = {}) =>
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
  expect(await mark({ user: ina.id, roles: 'instructor' }, id)).toEqual(rejected);
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
  const again = (as: Context, whichId: string, state: string) =>
    outcome(
      as,
      `insert into project_submissions (enrollment_id, user_id, course_id, version_id, learner, number, evidence,
           submitted_at, waits_since, state, appeal)
        select enrollment_id, user_id, course_id, version_id, 'X', 2, $2, now(), now(), $3, $4
          from project_submissions where id = $1`,
      [whichId, JSON.stringify(evidence), state, state === 'appealed' ? reasonText : null],
    );
  expect(await again(asIna, id, 'waiting')).toBe('failed 23505');
  const failed = (await submitProject(teacher.id)).id;
  for (const state of ['passed', 'failed', 'appealed']) expect(await again(asIna, failed, state)).toEqual(rejected);
  expect(await again(asTeacher, failed, 'waiting')).toEqual(rejected);
  expect(await again(asIna, failed, 'waiting')).toBe(1);
});

test('only the learner reads a draft', async () => {
  const { enrollmentId } = await submitProject();
  await server.owner.query(
    `insert into project_drafts (enrollment_id, user_id, evidence, saved_at) values ($1, $2, '{}', now())`,
    [enrollmentId, ina.id],
  );
  const read = (as: Context) => outcome(as, 'select from project_drafts where enrollment_id = $1', [enrollmentId]);
  expect(await read(asIna)).toBe(1);
  for (const as of [asTeacher, { user: other.id }, { user: other.id, roles: 'admin', all: true }])
    expect(await read(as)).toBe(0);
});

// a refunded course

const { call, owner } = server;
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
  const handIn = { courseId: 'dear', evidence };
  const { submissionId } = (await call<{ submissionId: string }>('projects/handIn', handIn, cookie)).body;
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
