import { expect, test } from 'vitest';
import { learns } from '../../../test/certificates.ts';
import { buyingCourse, published } from '../../../test/courses.ts';
import { givingBack } from '../../../test/giving-back.ts';
import { bankLine } from '../../../test/payments.ts';
import { courseWithProject, evidence, type marked, marking } from '../../../test/projects.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { waitingHere } from '../../../test/waiting.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';

/** A course is given back while its project waits: nobody marks it any more, and it is in nobody's way. */
const server = await serverWithoutFaults();
const { call, owner } = server;
const { act, finance, goesBack } = await givingBack(server);
const { another, rowsOf } = suspicionsOn(server);
const [first, second] = [await another('instructor'), await another('instructor')];
await published(server, { courseId: 'dear', priceUsd: 4_000, text: courseWithProject });

/** Somebody who bought the course, learned all of it and handed its project in. */
async function handedIn() {
  const { id, cookie } = await newCustomer(server, 'Ina Brown');
  const { paymentId } = (await call<{ paymentId: string }>('enrollment/buy', buyingCourse(), cookie)).body;
  expect(await act('paymentsDesk/receive', bankLine(paymentId, { amount: '7000' }), finance)).toBe('done');
  const [enrollment] = await rowsOf<{ id: string }>('select id from user_enrollments where user_id = $1', [id]);
  const enrollmentId = enrollment?.id ?? '';
  await learns(server, enrollmentId);
  const handIn = { courseId: 'dear', evidence };
  const { submissionId } = (await call<{ submissionId: string }>('projects/handIn', handIn, cookie)).body;
  const givesBack = async () => expect(await goesBack(paymentId, null)).toEqual(['done', 'done', 'done']);
  const mark = (as: keyof typeof marked, by = first.cookie) => act('projectsDesk/mark', marking(submissionId, as), by);
  const appeal = () =>
    act('projects/appeal', { submissionId, reason: 'The second part was not read to its end.' }, cookie);
  const told = async () =>
    (await rowsOf('select 1 from project_marks where submission_id = $1', [submissionId])).length;
  return { id, enrollmentId, submissionId, givesBack, mark, appeal, told };
}
const listed = async (view: string, cookie = first.cookie) => {
  const { body } = await call<{ lines: { id: string }[] }>('projectsDesk/submissions', { view }, cookie);
  return body.lines.map(({ id }) => id);
};
const waiting = async () => (await call<{ waiting: number }>('projectsDesk/count', {}, first.cookie)).body.waiting;

test('it leaves the list, and says clearly why it is not marked', async () => {
  const { submissionId, givesBack, mark, told } = await handedIn();
  const before = await waiting();
  expect(await listed('waiting')).toContain(submissionId);
  await givesBack();
  expect([await listed('waiting'), await waiting()]).toEqual([expect.not.arrayContaining([submissionId]), before - 1]);
  const { body } = await call('projectsDesk/submission', { submissionId }, first.cookie);
  expect(body).toMatchObject({ state: 'waiting', givenBack: true, mayMark: false });
  for (const as of ['full', 'little'] as const) expect(await mark(as)).toBe('projects.course_given_back');
  expect(await told()).toBe(0);
});

test('so does one that waits for its second mark; and nobody asks for one any more', async () => {
  const { submissionId, givesBack, mark, appeal, told } = await handedIn();
  expect(await mark('little')).toBe('done');
  const other = await handedIn();
  expect(await other.mark('little')).toBe('done');
  expect(await appeal()).toBe('done');
  expect(await listed('appealed', second.cookie)).toContain(submissionId);
  for (const { givesBack: back } of [{ givesBack }, other]) await back();
  expect(await listed('appealed', second.cookie)).not.toContain(submissionId);
  expect(await mark('full', second.cookie)).toBe('projects.course_given_back');
  expect(await other.appeal()).toBe('learning.not_enrolled');
  expect([await told(), await other.told()]).toEqual([1, 1]);
  // What was said of it stays to be read.
  expect(await listed('marked')).toContain(other.submissionId);
});

test.each(['full', 'little'] as const)('given back in the moment of its mark (%s): one of both', async (as) => {
  const { enrollmentId, mark, told } = await handedIn();
  const payer = await owner.connect();
  await payer.query('begin');
  await payer.query(`lock table project_marks in share mode; select set_config('app.sees_all', 'yes', true)`);
  const answer = mark(as);
  await expect.poll(() => waitingHere(server), { timeout: 8_000 }).toBeGreaterThan(0);
  // It has read that the course is taken, and waits to write. How its money goes back, by which it ends, is skipped.
  await payer.query('set local session_replication_role = replica');
  await payer.query(`update user_enrollments set enrollment_status = 'ended' where id = $1`, [enrollmentId]);
  await payer.query('commit');
  payer.release();
  expect([await answer, await told()]).toEqual(['projects.course_given_back', 0]);
});
