import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { publishTestCourse } from '../../../test/courses.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import type { QuizSheet } from './views.ts';

/** Progress cannot be forged over the API. */
const server = await serverUnderTest();
const { call, owner } = server;
await publishTestCourse(server, { courseId: 'small' });
await publishTestCourse(server, { courseId: 'dear', priceUsd: 4_000 });
const honest = await newCustomer(server, 'Ina Brown');
const forger = await newCustomer(server, 'Omar Reid');
const stranger = await newCustomer(server, 'Tia Grant');

for (const { cookie } of [honest, forger]) await call('learning/enroll', { courseId: 'small' }, cookie);
await owner.query(
  `insert into unit_progress (enrollment_id, user_id, unit, opened_at, done_at)
    select id, user_id, unit, now() - interval '1 day', now() from user_enrollments, unnest('{first,second}'::text[]) unit
     where user_id = $1`,
  [honest.id],
);
const sheet = (await call<QuizSheet>('learning/beginQuiz', { courseId: 'small', section: 'one' }, honest.cookie)).body;

const units = ['first', 'second', 'third'];
const ids = fc.constantFrom('small', 'dear', 'level-1', 'nothing');
const forgedCall = fc.oneof(
  fc.record({
    path: fc.constant('finish'),
    body: fc.record({ courseId: ids, unit: fc.constantFrom(...units, 'one') }),
  }),
  fc.record({
    path: fc.constant('finish'),
    body: fc.record({ courseId: ids, unit: fc.constantFrom(...units), done: fc.constant(true), seconds: fc.nat() }),
  }),
  fc.record({
    path: fc.constant('handIn'),
    body: fc.record({
      tryId: fc.oneof(
        fc.constant(sheet.tryId),
        fc.constant(null).map(() => randomUUID()),
      ),
      answers: fc.array(fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 4 }), { maxLength: 8 }),
    }),
  }),
  fc.record({
    path: fc.constant('beginQuiz'),
    body: fc.record({ courseId: ids, section: fc.constantFrom('one', 'two', 'money') }),
  }),
  fc.record({
    path: fc.constant('keepPlace'),
    body: fc.record({ courseId: ids, unit: fc.constantFrom(...units), block: fc.integer({ min: -2, max: 9 }) }),
  }),
  fc.record({
    path: fc.constantFrom('progress', 'own', 'enroll'),
    body: fc.record({ courseId: fc.constant('dear'), done: fc.constant(units), passed: fc.constant(['one', 'two']) }),
  }),
);

test('a thousand forged calls change no progress', async () => {
  const calls = fc.sample(fc.tuple(forgedCall, fc.constantFrom(forger.cookie, stranger.cookie, undefined)), 1_000);
  for (const [{ path, body }, cookie] of calls) {
    const { status } = await call(`learning/${path}`, body, cookie);
    expect([path, status < 500]).toEqual([path, true]);
  }
  const findRows = async (text: string) => (await owner.query(text, [[forger.id, stranger.id]])).rows;
  expect(await findRows('select unit from unit_progress where user_id = any($1) and done_at is not null')).toEqual([]);
  expect(await findRows('select id from quiz_tries where user_id = any($1)')).toEqual([]);
  expect(await findRows('select id from user_enrollments where user_id = any($1) and read_until is not null')).toEqual(
    [],
  );
  expect(await findRows(`select id from user_enrollments where user_id = any($1) and course_id <> 'small'`)).toEqual(
    [],
  );
  const { rows } = await owner.query('select submitted_at from quiz_tries where id = $1', [sheet.tryId]);
  expect(rows).toEqual([{ submitted_at: null }]);
  expect(server.faults).toEqual([]);
}, 120_000);
