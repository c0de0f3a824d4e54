import { expect, test } from 'vitest';
import { publishTestCourse } from '../../../../test/courses.ts';
import { buildBankReceipt, claimPlan } from '../../../../test/payments.ts';
import { createRefundTools } from '../../../../test/refunds.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import { after, days } from '../../../kernel/clock.ts';
import type { DueReview, OwnCourse, QuizSheet } from '../views.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;
const { act, finance } = await createRefundTools(server);
await publishTestCourse(server, { courseId: 'dear', priceUsd: 4_000 });

async function learner() {
  const { id, cookie } = await newCustomer(server, 'Ina Brown');
  const plan = await claimPlan(server, cookie, { plan: 'basic', price: 5000 });
  expect(await act('paymentsDesk/receive', buildBankReceipt(plan, { amount: '5000' }), finance)).toBe('done');
  expect(await act('enrollment/withPlan', { courseId: 'dear' }, cookie)).toBe('done');
  await owner.query(
    `insert into unit_progress (enrollment_id, user_id, unit, opened_at, done_at)
      select e.id, e.user_id, u, now(), now() from user_enrollments e, unnest('{first,second}'::text[]) u
       where e.user_id = $1`,
    [id],
  );
  const ask = async <T>(path: string, input: object = {}) => (await call<T>(`learning/${path}`, input, cookie)).body;
  const beginQuiz = () => ask<QuizSheet & { code?: string }>('beginQuiz', { courseId: 'dear', section: 'one' });
  const submitQuiz = ({ tryId, questions }: QuizSheet, text: string) =>
    act('learning/handIn', { tryId, answers: questions.map(({ answers }) => [answers.indexOf(text)]) }, cookie);
  const findDue = async () => (await ask<{ due: DueReview[] }>('reviews')).due;
  const countDue = async () => (await ask<{ courses: OwnCourse[] }>('own')).courses[0]?.reviewsDue;
  return { cookie, beginQuiz, submitQuiz, findDue, countDue };
}
const inDays = (n: number) => server.setTime(after(new Date(), days(n)));

test('an open quiz waits ungraded until a plan runs again', async () => {
  const { beginQuiz, submitQuiz } = await learner();
  const open = await beginQuiz();
  inDays(40);
  expect((await beginQuiz()).code).toBe('learning.plan_over');
  expect(await submitQuiz(open, 'This one')).toBe('learning.plan_over');
  inDays(1);
  expect((await beginQuiz()).tryId).toBe(open.tryId);
  expect(await submitQuiz(open, 'This one')).toBe('done');
  inDays(40);
  expect(await submitQuiz(open, 'This one')).toBe('learning.try_over');
});

test('due reviews wait until a plan runs again', async () => {
  const { cookie, beginQuiz, submitQuiz, findDue, countDue } = await learner();
  expect(await submitQuiz(await beginQuiz(), 'That one')).toBe('done');
  inDays(2);
  const [first] = await findDue();
  expect(await countDue()).toBe(5);
  inDays(40);
  expect([await findDue(), await countDue()]).toEqual([[], 0]);
  const answer = { id: first?.id, chosen: [0] };
  expect(await act('learning/answerReview', answer, cookie)).toBe('learning.plan_over');
  inDays(2);
  expect(await findDue()).toHaveLength(5);
  expect(await act('learning/answerReview', answer, cookie)).toBe('done');
});
