import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { publishTestCourse } from '../../../test/courses.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import type { LessonView, QuizSheet } from './views.ts';

/** Limits answers and quiz attempts per user, because each leaves a permanent row. */
const server = await serverUnderTest();
const { owner } = server;
await publishTestCourse(server, { courseId: 'small' });
const first = { courseId: 'small', unit: 'first' };

async function learner() {
  const { id, cookie } = await newCustomer(server, 'Ina Brown');
  const ask = async <T>(path: string, input: object) => (await server.call<T>(`learning/${path}`, input, cookie)).body;
  await ask('enroll', { courseId: 'small' });
  const { checks } = await ask<LessonView>('lesson', first);
  const repeat = async (count: number, act: () => Promise<{ code?: string }>) => {
    const results: string[] = [];
    for (let n = 0; n < count; n++) results.push((await act()).code ?? 'done');
    return { done: results.filter((one) => one === 'done').length, last: results.at(-1) };
  };
  const answers = (count: number) =>
    repeat(count, () => ask('answer', { ...first, check: checks[0]?.id, chosen: [0], key: randomUUID() }));
  return { id, ask, answers, repeat };
}
const countKeys = async () =>
  (await owner.query<{ n: number }>(`select count(*)::integer n from rate_limits where key like 'once:%'`)).rows[0]?.n;

test('a reader can send 120 answers in a minute', async () => {
  const [ina, oma] = [await learner(), await learner()];
  expect(await ina.answers(130)).toEqual({ done: 120, last: 'general.busy' });
  expect(await countKeys()).toBe(120);
  expect(await oma.answers(3)).toEqual({ done: 3, last: 'done' });
  expect(await countKeys()).toBe(123);
});

test('a reader can start 100 quiz tries in a day', async () => {
  const { id, ask, repeat } = await learner();
  await owner.query(
    `insert into unit_progress (enrollment_id, user_id, unit, opened_at, done_at)
      select e.id, e.user_id, u, now(), now() from user_enrollments e, unnest('{first,second}'::text[]) u
       where e.user_id = $1 on conflict do nothing`,
    [id],
  );
  await owner.query('update unit_progress set done_at = now() where user_id = $1 and done_at is null', [id]);
  const begin = () => ask<QuizSheet & { code?: string }>('beginQuiz', { courseId: 'small', section: 'one' });
  const tries = await repeat(105, async () => {
    const sheet = await begin();
    if (sheet.code || (await begin()).tryId !== sheet.tryId) return sheet;
    return ask('handIn', { tryId: sheet.tryId, answers: sheet.questions.map(() => [0]) });
  });
  expect(tries).toEqual({ done: 100, last: 'learning.enough_today' });
  const { rows } = await owner.query('select from quiz_tries where user_id = $1', [id]);
  expect(rows).toHaveLength(100);
});
