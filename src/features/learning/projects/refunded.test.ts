import { expect, test } from 'vitest';
import { insertProgress } from '../../../../test/certificates.ts';
import { buildCoursePurchase, publishTestCourse } from '../../../../test/courses.ts';
import { countLockWaits } from '../../../../test/lock-waits.ts';
import { buildBankReceipt } from '../../../../test/payments.ts';
import { courseWithProject, evidence, type levelsFor, markBody } from '../../../../test/projects.ts';
import { createRefundTools } from '../../../../test/refunds.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { setUpSuspicions } from '../../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;
const { act, finance, goesBack } = await createRefundTools(server);
const { another, rowsOf } = setUpSuspicions(server);
const [first, second] = [await another('instructor'), await another('instructor')];
await publishTestCourse(server, { courseId: 'dear', priceUsd: 4_000, text: courseWithProject });

async function submitProject() {
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
  const { submissionId, refund, mark, countMarks } = await submitProject();
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
  const { submissionId, refund, mark, appeal, countMarks } = await submitProject();
  expect(await mark('little')).toBe('done');
  const other = await submitProject();
  expect(await other.mark('little')).toBe('done');
  expect(await appeal()).toBe('done');
  expect(await listIds('appealed', second.cookie)).toContain(submissionId);
  for (const { refund: back } of [{ refund }, other]) await back();
  expect(await listIds('appealed', second.cookie)).not.toContain(submissionId);
  expect(await mark('full', second.cookie)).toBe('projects.course_given_back');
  expect(await other.appeal()).toBe('learning.not_enrolled');
  expect([await countMarks(), await other.countMarks()]).toEqual([1, 1]);
  expect(await listIds('marked')).toContain(other.submissionId);
});

test.each(['full', 'little'] as const)('a refund during a mark (%s) refuses the mark', async (as) => {
  const { enrollmentId, mark, countMarks } = await submitProject();
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
