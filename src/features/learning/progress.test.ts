import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { publishTestCourse, smallCourse } from '../../../test/courses.ts';
import { getCpuMicros } from '../../../test/cpu-time.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { atHour } from '../../kernel/calendar.ts';
import { after, minutes } from '../../kernel/clock.ts';
import { type CourseText, parseCourse } from './course-text.ts';
import type { LessonView, Progress, QuizSheet } from './views.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;

const learner = async (courseId: string) => {
  const { id, cookie } = await newCustomer(server);
  const ask = <T>(path: string, input: object = {}) => call<T>(`learning/${path}`, { courseId, ...input }, cookie);
  await ask('enroll');
  return { id, ask };
};
const [one, two] = smallCourse.sections;

if (!one || !two) throw new Error('the small course has two sections');

const code = ({ body }: { body: object }) => (body as { code?: string }).code;

test('a section with an opening day is closed before it, questions included', async () => {
  const sections = [one, { ...two, opensOn: '2031-03-05' }];
  const text: CourseText = { ...smallCourse, opens: 'by_date', sections };
  await publishTestCourse(server, { courseId: 'dated', text });
  const { ask } = await learner('dated');
  const third = { unit: 'third' };
  server.setTime(after(atHour('2031-03-05', 0), -1));
  expect((await ask('lesson', { unit: 'first' })).status).toBe(200);
  expect((await ask('lesson', third)).body).toMatchObject({ code: 'learning.opens_on', data: { day: '5 Mar 2031' } });
  expect(code(await ask('answer', { ...third, check: 'third-1', chosen: [0] }))).toBe('learning.opens_on');
  expect(code(await ask('finish', third))).toBe('learning.read_on');
  expect((await ask<Progress>('progress')).body.closed).toEqual([{ section: 'two', waits: { day: '2031-03-05' } }]);
  server.setTime(atHour('2031-03-05', 0));
  expect((await ask('lesson', third)).status).toBe(200);
  expect((await ask<Progress>('progress')).body.closed).toEqual([]);
});

test('a section opens after the quiz of the previous one is passed', async () => {
  await publishTestCourse(server, { courseId: 'stepped', text: { ...smallCourse, opens: 'by_section' } });
  const { ask } = await learner('stepped');
  let now = new Date();
  for (const unit of ['first', 'second']) {
    const { body } = await ask<LessonView>('lesson', { unit });
    for (const check of body.checks) await ask('answer', { unit, check: check.id, chosen: [0] });
    now = after(now, minutes(2));
    server.setTime(now);
    expect((await ask('finish', { unit })).status).toBe(200);
  }
  expect((await ask('lesson', { unit: 'third' })).body).toMatchObject({
    code: 'learning.opens_after',
    data: { section: 'Section one' },
  });
  const waits = { after: 'Section one' };
  expect((await ask<Progress>('progress')).body.closed).toEqual([{ section: 'two', waits }]);
  const { body: sheet } = await ask<QuizSheet>('startQuiz', { section: 'one' });
  const answers = sheet.questions.map((question) => [question.answers.indexOf('This one')]);
  const submission = { courseId: undefined, tryId: sheet.tryId, answers };
  expect((await ask('submitQuiz', submission)).body).toMatchObject({ passed: true });
  expect((await ask('lesson', { unit: 'third' })).status).toBe(200);
});

test('a learner sees their own version, and others see the newest', async () => {
  await publishTestCourse(server, { courseId: 'grown' });
  const { ask } = await learner('grown');
  expect((await ask<Progress>('progress')).body.outline).toBeNull();
  await publishTestCourse(server, {
    courseId: 'grown',
    text: { ...smallCourse, title: 'A course that grew', sections: [one] },
  });
  expect((await ask('course')).body).toMatchObject({ card: { title: 'A course that grew', units: 2 } });
  expect((await ask<Progress>('progress')).body.outline).toMatchObject({ card: { title: 'A small course', units: 3 } });
  const late = await learner('grown');
  expect((await late.ask<Progress>('progress')).body.outline).toBeNull();
});

test('a withdrawn course accepts no new learners, and its learners continue', async () => {
  await publishTestCourse(server, { courseId: 'gone' });
  const { ask } = await learner('gone');
  await server.owner.query(`update courses set state = 'withdrawn' where id = 'gone'`);
  expect(code(await ask('course'))).toBe('learning.unknown_course');
  const late = await learner('gone');
  expect((await late.ask<Progress>('progress')).body.state).toBe('none');
  expect((await ask<Progress>('progress')).body).toMatchObject({
    state: 'active',
    outline: { card: { title: 'A small course' } },
  });
  expect((await ask('lesson', { unit: 'first' })).status).toBe(200);
});

await publishTestCourse(server, { courseId: 'small' });

await publishTestCourse(server, { courseId: 'dear', priceUsd: 4_000 });

const honest = await newCustomer(server, 'Ina Brown');
const forger = await newCustomer(server, 'Omar Reid');
const otherUser = await newCustomer(server, 'Tia Grant');

for (const { cookie } of [honest, forger]) await call('learning/enroll', { courseId: 'small' }, cookie);

await owner.query(
  `insert into unit_progress (enrollment_id, user_id, unit, opened_at, done_at)
    select id, user_id, unit, now() - interval '1 day', now() from user_enrollments, unnest('{first,second}'::text[]) unit
     where user_id = $1`,
  [honest.id],
);

const sheet = (await call<QuizSheet>('learning/startQuiz', { courseId: 'small', section: 'one' }, honest.cookie)).body;

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
    path: fc.constant('submitQuiz'),
    body: fc.record({
      tryId: fc.oneof(
        fc.constant(sheet.tryId),
        fc.constant(null).map(() => randomUUID()),
      ),
      answers: fc.array(fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 4 }), { maxLength: 8 }),
    }),
  }),
  fc.record({
    path: fc.constant('startQuiz'),
    body: fc.record({ courseId: ids, section: fc.constantFrom('one', 'two', 'money') }),
  }),
  fc.record({
    path: fc.constant('savePlace'),
    body: fc.record({ courseId: ids, unit: fc.constantFrom(...units), block: fc.integer({ min: -2, max: 9 }) }),
  }),
  fc.record({
    path: fc.constantFrom('progress', 'own', 'enroll'),
    body: fc.record({ courseId: fc.constant('dear'), done: fc.constant(units), passed: fc.constant(['one', 'two']) }),
  }),
);

test('a thousand forged calls change no progress', async () => {
  const calls = fc.sample(fc.tuple(forgedCall, fc.constantFrom(forger.cookie, otherUser.cookie, undefined)), 1_000);
  for (const [{ path, body }, cookie] of calls) {
    const { status } = await call(`learning/${path}`, body, cookie);
    expect([path, status < 500]).toEqual([path, true]);
  }
  const findRows = async (text: string) => (await owner.query(text, [[forger.id, otherUser.id]])).rows;
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

/** Listing courses never parses them again, for any number of courses. */
describe('many courses', async () => {
  const page = 'Some *words* of a lesson that is read, and more of them, as long as a lesson is.\n\n'.repeat(170);

  const long = {
    ...smallCourse,
    sections: smallCourse.sections.map((section, s) => ({
      ...section,
      units: section.units.slice(0, 1).flatMap((unit) =>
        Array.from({ length: 14 }, (_, n) => ({
          ...unit,
          ...{ id: n === 0 ? unit.id : `more-${s}-${n}`, markdown: page },
        })),
      ),
    })),
  };
  const { cookie } = await newCustomer(server);
  let courseCount = 0;
  async function createCourses(count: number) {
    for (; courseCount < count; courseCount++) {
      const courseId = `long-${courseCount}`;
      await publishTestCourse(server, { courseId, text: { ...long, title: `Course ${courseCount}` } });
      expect((await call('learning/enroll', { courseId }, cookie)).status).toBe(200);
    }
  }
  async function measureCost(path: string, as?: string) {
    await call(path, {}, as);
    const costs: number[] = [];
    for (let n = 0; n < 3; n++) {
      const startMicros = getCpuMicros();
      expect((await call(path, {}, as)).status).toBe(200);
      costs.push((getCpuMicros() - startMicros) / 1_000);
    }
    return Math.min(...costs);
  }

  test('listing sixty courses costs about as much as forty', async () => {
    const measureAll = async () => ({
      everybody: await measureCost('learning/courses'),
      own: await measureCost('learning/own', cookie),
      certificates: await measureCost('certificates/own', cookie),
    });
    await createCourses(40);
    const forty = await measureAll();
    await createCourses(60);
    const sixty = await measureAll();
    expect(sixty.everybody).toBeLessThan(forty.everybody * 3 + 50);
    expect(sixty.own).toBeLessThan(forty.own * 3 + 50);
    expect(sixty.certificates).toBeLessThan(forty.certificates * 3 + 50);
  }, 120_000);

  test('opening a course parses only the requested lesson', () => {
    const cost = (read: number) => {
      const startMicros = getCpuMicros();
      const { lessons } = parseCourse('long', `version-${read}`, long);
      for (const lesson of [...lessons.values()].slice(0, read)) expect(lesson.blocks).toHaveLength(170);
      return getCpuMicros() - startMicros;
    };
    cost(2);
    expect(cost(1) * 5).toBeLessThan(cost(28));
  });
});

/** Limits answers and quiz attempts per user, because each leaves a permanent row. */
describe('limits of answers', async () => {
  await publishTestCourse(server, { courseId: 'small' });

  const first = { courseId: 'small', unit: 'first' };

  async function learner() {
    const { id, cookie } = await newCustomer(server, 'Ina Brown');
    const ask = async <T>(path: string, input: object) =>
      (await server.call<T>(`learning/${path}`, input, cookie)).body;
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
    (await owner.query<{ n: number }>(`select count(*)::integer n from rate_limits where key like 'once:%'`)).rows[0]
      ?.n;

  test('a reader can send 120 answers in a minute', async () => {
    const [customer, otherCustomer] = [await learner(), await learner()];
    expect(await customer.answers(130)).toEqual({ done: 120, last: 'general.busy' });
    expect(await countKeys()).toBe(120);
    expect(await otherCustomer.answers(3)).toEqual({ done: 3, last: 'done' });
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
    const begin = () => ask<QuizSheet & { code?: string }>('startQuiz', { courseId: 'small', section: 'one' });
    const tries = await repeat(105, async () => {
      const sheet = await begin();
      if (sheet.code || (await begin()).tryId !== sheet.tryId) return sheet;
      return ask('submitQuiz', { tryId: sheet.tryId, answers: sheet.questions.map(() => [0]) });
    });
    expect(tries).toEqual({ done: 100, last: 'learning.enough_today' });
    const { rows } = await owner.query('select from quiz_tries where user_id = $1', [id]);
    expect(rows).toHaveLength(100);
  });
});
