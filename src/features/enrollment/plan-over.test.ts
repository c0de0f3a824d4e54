import { expect, test } from 'vitest';
import { published } from '../../../test/courses.ts';
import { givingBack } from '../../../test/giving-back.ts';
import { bankLine, claimedPlan } from '../../../test/payments.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { after, days } from '../../kernel/clock.ts';
import type { DueReview, OwnCourse, QuizSheet } from '../learning/shapes.ts';

/** A plan ends in the middle of a course: what teaches waits as it is, and goes on with the next plan. */
const server = await serverWithoutFaults();
const { call, owner } = server;
const { act, finance } = await givingBack(server);
await published(server, { courseId: 'dear', priceUsd: 4_000 });

/** Somebody with a plan who has read the first section. */
async function learner() {
  const { id, cookie } = await newCustomer(server, 'Ina Brown');
  const plan = await claimedPlan(server, cookie, { plan: 'basic', price: 5000 });
  expect(await act('paymentsDesk/receive', bankLine(plan, { amount: '5000' }), finance)).toBe('done');
  expect(await act('enrollment/withPlan', { courseId: 'dear' }, cookie)).toBe('done');
  await owner.query(
    `insert into unit_progress (enrollment_id, user_id, unit, handed_out_at, done_at)
      select e.id, e.user_id, u, now(), now() from user_enrollments e, unnest('{first,second}'::text[]) u
       where e.user_id = $1`,
    [id],
  );
  const ask = async <T>(path: string, input: object = {}) => (await call<T>(`learning/${path}`, input, cookie)).body;
  const begins = () => ask<QuizSheet & { code?: string }>('beginQuiz', { courseId: 'dear', section: 'one' });
  const hands = ({ tryId, questions }: QuizSheet, text: string) =>
    act('learning/handIn', { tryId, answers: questions.map(({ answers }) => [answers.indexOf(text)]) }, cookie);
  const due = async () => (await ask<{ due: DueReview[] }>('reviews')).due;
  const counted = async () => (await ask<{ courses: OwnCourse[] }>('own')).courses[0]?.reviewsDue;
  return { cookie, begins, hands, due, counted };
}
const inDays = (n: number) => server.setTime(after(new Date(), days(n)));

test('an open quiz is neither graded nor lost', async () => {
  const { begins, hands } = await learner();
  const open = await begins();
  inDays(40);
  expect((await begins()).code).toBe('learning.plan_over');
  expect(await hands(open, 'This one')).toBe('learning.plan_over');
  // While a plan runs again.
  inDays(1);
  expect((await begins()).tryId).toBe(open.tryId);
  expect(await hands(open, 'This one')).toBe('done');
  inDays(40);
  expect(await hands(open, 'This one')).toBe('learning.try_over');
});

test('what is asked again waits too', async () => {
  const { cookie, begins, hands, due, counted } = await learner();
  expect(await hands(await begins(), 'That one')).toBe('done');
  inDays(2);
  const [first] = await due();
  expect(await counted()).toBe(5);
  inDays(40);
  expect([await due(), await counted()]).toEqual([[], 0]);
  const answer = { id: first?.id, chosen: [0] };
  expect(await act('learning/answerReview', answer, cookie)).toBe('learning.plan_over');
  inDays(2);
  expect(await due()).toHaveLength(5);
  expect(await act('learning/answerReview', answer, cookie)).toBe('done');
});
