import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { published } from '../../../test/courses.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import type { LessonView, QuizSheet } from './shapes.ts';

/** What somebody answers leaves rows that stay: no more of them than a minute of reading could. */
const server = await serverUnderTest();
const { owner } = server;
await published(server, { courseId: 'small' });
const first = { courseId: 'small', unit: 'first' };

async function learner() {
  const { id, cookie } = await newCustomer(server, 'Ina Brown');
  const ask = async <T>(path: string, input: object) => (await server.call<T>(`learning/${path}`, input, cookie)).body;
  await ask('enroll', { courseId: 'small' });
  const { checks } = await ask<LessonView>('lesson', first);
  const codes = async (many: number, act: () => Promise<{ code?: string }>) => {
    const told: string[] = [];
    for (let n = 0; n < many; n++) told.push((await act()).code ?? 'done');
    return { done: told.filter((one) => one === 'done').length, last: told.at(-1) };
  };
  const answers = (many: number) =>
    codes(many, () => ask('answer', { ...first, check: checks[0]?.id, chosen: [0], key: randomUUID() }));
  return { id, ask, answers, codes };
}
const keysKept = async () =>
  (await owner.query<{ n: number }>(`select count(*)::integer n from rate_limits where key like 'once:%'`)).rows[0]?.n;

test('keys of answers are kept for weeks, and of one reader 120 in a minute', async () => {
  const [ina, oma] = [await learner(), await learner()];
  expect(await ina.answers(130)).toEqual({ done: 120, last: 'general.busy' });
  expect(await keysKept()).toBe(120);
  expect(await oma.answers(3)).toEqual({ done: 3, last: 'done' });
  expect(await keysKept()).toBe(123);
});

test('tries at quizzes are kept for good, and of one reader a hundred in a day', async () => {
  const { id, ask, codes } = await learner();
  await owner.query(
    `insert into unit_progress (enrollment_id, user_id, unit, handed_out_at, done_at)
      select e.id, e.user_id, u, now(), now() from user_enrollments e, unnest('{first,second}'::text[]) u
       where e.user_id = $1 on conflict do nothing`,
    [id],
  );
  await owner.query('update unit_progress set done_at = now() where user_id = $1 and done_at is null', [id]);
  const begin = () => ask<QuizSheet & { code?: string }>('beginQuiz', { courseId: 'small', section: 'one' });
  const tries = await codes(105, async () => {
    const sheet = await begin();
    // One that is open costs nothing, however often it is looked at.
    if (sheet.code || (await begin()).tryId !== sheet.tryId) return sheet;
    return ask('handIn', { tryId: sheet.tryId, answers: sheet.questions.map(() => [0]) });
  });
  expect(tries).toEqual({ done: 100, last: 'learning.enough_today' });
  const { rows } = await owner.query('select from quiz_tries where user_id = $1', [id]);
  expect(rows).toHaveLength(100);
});
