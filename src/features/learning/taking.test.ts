import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { key, published, smallCourse } from '../../../test/courses.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { after, days, minutes } from '../../kernel/clock.ts';
import { forgetOldTries } from '../accounts/store.ts';
import type { Graded, ShownQuestion } from './grading.ts';
import type { DueReview, LessonView, OwnCourse, Progress, QuizResult, QuizSheet } from './shapes.ts';

/** From the first page of a course to its last quiz, over the real routes. The clock is the test's. */
const server = await serverUnderTest();
const { call } = server;
await published(server, { courseId: 'small' });

const learner = async () => {
  const { id, cookie } = await newCustomer(server, 'Ina Brown');
  return { id, cookie, ask: <T>(path: string, input: object = {}) => call<T>(`learning/${path}`, input, cookie) };
};
let who = await learner();
let now = new Date();
const goOn = (ms: number) => {
  now = after(now, ms);
  server.setTime(now);
};
beforeEach(async () => {
  server.setTime(null);
  who = await learner();
  now = new Date();
  server.setTime(now);
});

const one = (unit: string) => ({ courseId: 'small', unit });
const rightIn = ({ answers }: ShownQuestion) => [answers.indexOf('This one')];
const wrongIn = ({ answers }: ShownQuestion) => [answers.indexOf('That one')];

/** Opens a lesson and answers what it asks. */
async function readThrough(unit: string) {
  const { body } = await who.ask<LessonView>('lesson', one(unit));
  for (const check of body.checks) await who.ask('answer', { ...one(unit), check: check.id, chosen: rightIn(check) });
  return body;
}
async function finished(unit: string) {
  await readThrough(unit);
  goOn(minutes(1));
  return who.ask<{ code?: string }>('finish', one(unit));
}
const begin = (section: string) => who.ask<QuizSheet>('beginQuiz', { courseId: 'small', section });
async function triedQuiz(section: string, choose: (question: ShownQuestion, at: number) => number[]) {
  const { body } = await begin(section);
  const answers = body.questions.map(choose);
  return who.ask<QuizResult>('handIn', { tryId: body.tryId, answers });
}
const progress = async () => (await who.ask<Progress>('progress', { courseId: 'small' })).body;

test('a course is taken from its first lesson to its last quiz, and what comes next is always told', async () => {
  expect((await progress()).state).toBe('none');
  expect((await who.ask('enroll', { courseId: 'small' })).status).toBe(200);
  expect(await progress()).toMatchObject({ state: 'active', done: [], next: { kind: 'lesson', id: 'first' } });
  expect((await finished('first')).body).toMatchObject({ next: { kind: 'lesson', id: 'second' } });
  expect((await finished('second')).body).toMatchObject({ next: { kind: 'quiz', id: 'one' } });
  expect((await triedQuiz('one', rightIn)).body).toMatchObject({ right: 5, percent: 100, passed: true, again: [] });
  await finished('third');
  await triedQuiz('two', rightIn);
  expect(await progress()).toMatchObject({
    next: null,
    done: expect.arrayContaining(['first', 'second', 'third']),
    quizzes: [
      { section: 'one', passed: true, best: 100 },
      { section: 'two', passed: true, best: 100 },
    ],
  });
  const { body } = await who.ask<{ courses: OwnCourse[] }>('own');
  expect(body.courses).toEqual([
    expect.objectContaining({ courseId: 'small', units: 3, unitsDone: 3, quizzes: 2, quizzesPassed: 2, next: null }),
  ]);
});

test('nothing that a learner reads before answering tells what is right', async () => {
  await who.ask('enroll', { courseId: 'small' });
  const read = [
    await call('learning/courses', {}),
    await call('learning/course', { courseId: 'small' }),
    await who.ask('own'),
    await who.ask('progress', { courseId: 'small' }),
    await who.ask('lesson', one('first')),
  ];
  for (const unit of ['first', 'second']) await finished(unit);
  read.push(await begin('one'));
  for (const { status, body } of read) {
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`${key}|"right"|"because"|toCheck`));
  }
});

test('a lesson is finished once it was open for a third of its minutes and each question was answered', async () => {
  await who.ask('enroll', { courseId: 'small' });
  expect((await who.ask('finish', one('first'))).body).toMatchObject({ code: 'learning.read_on' });
  const { body } = await who.ask<LessonView>('lesson', one('first'));
  goOn(minutes(5));
  expect((await who.ask('finish', one('first'))).body).toMatchObject({
    code: 'learning.questions_open',
    data: { count: '1' },
  });
  const check = body.checks[0] as ShownQuestion;
  await who.ask('answer', { ...one('first'), check: check.id, chosen: wrongIn(check) });
  expect((await who.ask('finish', one('first'))).status).toBe(200);
  // Once done it stays done, and is not counted again.
  expect((await who.ask('finish', one('first'))).status).toBe(200);
});

test('lessons opened all at once take as long as one after the other', async () => {
  await who.ask('enroll', { courseId: 'small' });
  for (const unit of ['first', 'second', 'third']) await readThrough(unit);
  goOn(minutes(1) - 1);
  expect((await who.ask('finish', one('first'))).body).toMatchObject({ code: 'learning.read_on' });
  goOn(1);
  expect((await who.ask('finish', one('first'))).status).toBe(200);
  expect((await who.ask('finish', one('second'))).body).toMatchObject({ code: 'learning.read_on' });
  goOn(minutes(2));
  for (const unit of ['second', 'third']) expect((await who.ask('finish', one(unit))).status).toBe(200);
});

test('an answer explains each choice, can be given again, and is shown again with the lesson', async () => {
  await who.ask('enroll', { courseId: 'small' });
  const lesson = (await who.ask<LessonView>('lesson', one('first'))).body;
  const check = lesson.checks[0] as ShownQuestion;
  const answer = (chosen: number[]) => who.ask<Graded>('answer', { ...one('first'), check: check.id, chosen });
  const wrong = (await answer(wrongIn(check))).body;
  expect(wrong.right).toBe(false);
  expect(wrong.answers.map(({ because }) => because)).toHaveLength(3);
  expect(wrong.answers.findIndex(({ chosen }) => chosen)).toBe(wrongIn(check)[0]);
  expect((await answer(rightIn(check))).body.right).toBe(true);
  const again = (await who.ask<LessonView>('lesson', one('first'))).body;
  expect(again.checks[0]).toMatchObject({ graded: { right: true } });
  const { rows } = await server.owner.query(
    'select first_right, tries, first_chosen, last_chosen from check_answers where user_id = $1',
    [who.id],
  );
  expect(rows).toEqual([{ first_right: false, tries: 2, first_chosen: [1], last_chosen: [0] }]);
});

test('who stops reading goes on at the same paragraph, and never behind the last', async () => {
  await who.ask('enroll', { courseId: 'small' });
  await who.ask('keepPlace', { ...one('first'), block: 2 });
  expect((await who.ask<LessonView>('lesson', one('first'))).body.place).toBe(2);
  expect((await who.ask<LessonView>('lesson', one('second'))).body.place).toBe(0);
  await who.ask('keepPlace', { ...one('first'), block: 900 });
  expect((await progress()).place).toEqual({ unit: 'first', block: 4 });
});

test('a quiz opens with the last lesson of its section, needs 80 in 100, and can be tried again for ever', async () => {
  await who.ask('enroll', { courseId: 'small' });
  await finished('first');
  expect((await begin('one')).body).toMatchObject({ code: 'learning.lessons_first' });
  await finished('second');
  const sheet = (await begin('one')).body;
  expect(sheet.questions).toHaveLength(5);
  // Whoever reloads the page finds the same try.
  expect((await begin('one')).body).toEqual(sheet);
  const three = (question: ShownQuestion, at: number) => (at < 3 ? rightIn(question) : wrongIn(question));
  const failed = (await triedQuiz('one', three)).body;
  expect(failed).toMatchObject({ right: 3, asked: 5, percent: 60, passed: false });
  expect(failed.again.length).toBeGreaterThan(0);
  const orders = new Set<string>();
  for (let go = 0; go < 6; go++) {
    orders.add(JSON.stringify((await begin('one')).body.questions));
    await triedQuiz('one', wrongIn);
  }
  expect(orders.size).toBe(6);
  const four = (question: ShownQuestion, at: number) => (at < 4 ? rightIn(question) : wrongIn(question));
  expect((await triedQuiz('one', four)).body).toMatchObject({ percent: 80, passed: true });
  expect(await progress()).toMatchObject({
    quizzes: [
      { passed: true, best: 80 },
      { passed: false, best: null },
    ],
  });
});

test('a try is handed in once, by whoever began it', async () => {
  await who.ask('enroll', { courseId: 'small' });
  for (const unit of ['first', 'second']) await finished(unit);
  const sheet = (await begin('one')).body;
  const answers = sheet.questions.map(rightIn);
  const other = await learner();
  expect((await other.ask('handIn', { tryId: sheet.tryId, answers })).body).toMatchObject({
    code: 'learning.try_over',
  });
  const both = [1, 2, 3].map(() => who.ask('handIn', { tryId: sheet.tryId, answers }));
  expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

test('what was wrong is asked again a day later, then after 3, 7 and 21 days, until it is known', async () => {
  await who.ask('enroll', { courseId: 'small' });
  for (const unit of ['first', 'second']) await finished(unit);
  await triedQuiz('one', (question, at) => (at === 0 ? wrongIn(question) : rightIn(question)));
  const due = async () => (await who.ask<{ due: DueReview[] }>('reviews')).body.due;
  expect(await due()).toEqual([]);
  goOn(days(1));
  const answered = async (choose: (question: ShownQuestion) => number[]) => {
    const [review] = await due();
    if (!review) throw new Error('nothing is due');
    return (await who.ask<{ next: string | null }>('answerReview', { id: review.id, chosen: choose(review.question) }))
      .body;
  };
  expect((await who.ask<{ courses: OwnCourse[] }>('own')).body.courses[0]?.reviewsDue).toBe(1);
  const inDays = (count: number) => after(now, days(count)).toISOString();
  expect(new Date((await answered(rightIn)).next ?? 0).toISOString()).toBe(inDays(3));
  expect(await due()).toEqual([]);
  goOn(days(3));
  expect(new Date((await answered(wrongIn)).next ?? 0).toISOString()).toBe(inDays(1));
  for (const wait of [1, 3, 7]) {
    goOn(days(wait));
    expect((await answered(rightIn)).next).not.toBeNull();
  }
  goOn(days(21));
  expect((await answered(rightIn)).next).toBeNull();
  goOn(days(400));
  expect(await due()).toEqual([]);
});

test('an answer that is sent again under its key is told again and counted once, at once too', async () => {
  await who.ask('enroll', { courseId: 'small' });
  const { body } = await who.ask<LessonView>('lesson', one('first'));
  const [check] = body.checks;
  if (!check) throw new Error('nothing is asked');
  const counted = async () => {
    const { rows } = await server.owner.query<{ tries: number; chosen: number[] }>(
      `select tries, last_chosen chosen from check_answers where user_id = $1`,
      [who.id],
    );
    return rows.map(({ tries }) => tries);
  };
  const sent = { ...one('first'), check: check.id, chosen: wrongIn(check), key: randomUUID() };
  const told = await Promise.all([1, 2, 3].map(() => who.ask<Graded>('answer', sent)));
  expect(told.map(({ status, body: { right } }) => [status, right])).toEqual(Array(3).fill([200, false]));
  expect(await counted()).toEqual([1]);
  // A day later, when the line came back once more, and after what is old was forgotten.
  await server.owner.query(`update rate_limits set window_start = window_start - interval '50 days'`);
  await forgetOldTries(server.services.authDb);
  expect((await who.ask<Graded>('answer', sent)).body).toEqual(told[0]?.body);
  expect(await counted()).toEqual([1]);
  // Another answer counts, with a key of its own or, as from other programs, without one.
  await who.ask('answer', { ...sent, chosen: rightIn(check), key: randomUUID() });
  await who.ask('answer', { ...one('first'), check: check.id, chosen: rightIn(check) });
  expect(await counted()).toEqual([3]);
  // Somebody else's same key is another request.
  const other = await learner();
  await other.ask('enroll', { courseId: 'small' });
  await other.ask('lesson', one('first'));
  await other.ask('answer', sent);
  const { rows } = await server.owner.query(`select from check_answers where user_id = $1`, [other.id]);
  expect(rows).toHaveLength(1);
  // Who it was the count of keys does not say, and in the end it is gone.
  const { rows: keys } = await server.owner.query<{ key: string }>(
    `select key from rate_limits where key like 'once:%'`,
  );
  expect(keys.some(({ key: text }) => text.includes(who.id) || text.includes(sent.key))).toBe(false);
  await server.owner.query(`update rate_limits set window_start = now() - interval '61 days'`);
  await forgetOldTries(server.services.authDb);
  expect((await server.owner.query(`select from rate_limits where key like 'once:%'`)).rows).toEqual([]);
});

test('a course that nobody announced, or that costs something, is not taken just so', async () => {
  await published(server, { courseId: 'dear', priceUsd: 4_000 });
  expect((await who.ask('enroll', { courseId: 'dear' })).body).toMatchObject({ code: 'learning.not_free' });
  expect((await who.ask('enroll', { courseId: 'nothing' })).body).toMatchObject({ code: 'learning.unknown_course' });
  expect((await who.ask('lesson', one('first'))).body).toMatchObject({ code: 'learning.not_enrolled' });
  expect((await who.ask('lesson', { courseId: 'dear', unit: 'first' })).body).toMatchObject({
    code: 'learning.not_enrolled',
  });
  await who.ask('enroll', { courseId: 'small' });
  expect((await who.ask('lesson', one('nothing'))).body).toMatchObject({ code: 'learning.unknown_lesson' });
  const unknown = { ...one('first'), check: 'second-1', chosen: [0] };
  expect((await who.ask('answer', unknown)).body).toMatchObject({ code: 'learning.unknown_question' });
  expect((await who.ask('beginQuiz', { courseId: 'small', section: 'x' })).status).toBe(404);
});

test('whoever began a course finishes the version that they began; who comes later takes the newest', async () => {
  await published(server, { courseId: 'growing' });
  await who.ask('enroll', { courseId: 'growing' });
  const more = { ...smallCourse, title: 'A better course' };
  await published(server, { courseId: 'growing', text: more });
  const title = async ({ ask }: typeof who) =>
    (await ask<LessonView>('lesson', { courseId: 'growing', unit: 'first' })).body.courseTitle;
  expect(await title(who)).toBe('A small course');
  const later = await learner();
  await later.ask('enroll', { courseId: 'growing' });
  expect(await title(later)).toBe('A better course');
  // The same again is no further version.
  expect(await published(server, { courseId: 'growing', text: more })).toBe(
    await published(server, { courseId: 'growing', text: more }),
  );
  const { rows } = await server.owner.query(
    `select number from course_versions where course_id = 'growing' order by number`,
  );
  expect(rows).toEqual([{ number: 1 }, { number: 2 }]);
});
