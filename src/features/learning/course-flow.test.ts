import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { answerExplanation, publishTestCourse, smallCourse } from '../../../test/courses.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { after, days, minutes } from '../../kernel/clock.ts';
import { deleteOldAttempts } from '../accounts/store.ts';
import type { Graded, ShownQuestion } from './grading.ts';
import type { DueReview, LessonView, OwnCourse, Progress, QuizResult, QuizSheet } from './views.ts';

const server = await serverUnderTest();
const { call } = server;
await publishTestCourse(server, { courseId: 'small' });

const learner = async () => {
  const { id, cookie } = await newCustomer(server, 'Ina Brown');
  return { id, cookie, ask: <T>(path: string, input: object = {}) => call<T>(`learning/${path}`, input, cookie) };
};
let customer = await learner();
let now = new Date();
const advance = (ms: number) => {
  now = after(now, ms);
  server.setTime(now);
};
beforeEach(async () => {
  server.setTime(null);
  customer = await learner();
  now = new Date();
  server.setTime(now);
});

const lessonRef = (unit: string) => ({ courseId: 'small', unit });
const chooseRight = ({ answers }: ShownQuestion) => [answers.indexOf('This one')];
const chooseWrong = ({ answers }: ShownQuestion) => [answers.indexOf('That one')];

async function answerLesson(unit: string) {
  const { body } = await customer.ask<LessonView>('lesson', lessonRef(unit));
  for (const check of body.checks)
    await customer.ask('answer', { ...lessonRef(unit), check: check.id, chosen: chooseRight(check) });
  return body;
}
async function finishLesson(unit: string) {
  await answerLesson(unit);
  advance(minutes(1));
  return customer.ask<{ code?: string }>('finish', lessonRef(unit));
}
const startQuiz = (section: string) => customer.ask<QuizSheet>('startQuiz', { courseId: 'small', section });
async function takeQuiz(section: string, choose: (question: ShownQuestion, at: number) => number[]) {
  const { body } = await startQuiz(section);
  const answers = body.questions.map(choose);
  return customer.ask<QuizResult>('submitQuiz', { tryId: body.tryId, answers });
}
const progress = async () => (await customer.ask<Progress>('progress', { courseId: 'small' })).body;

test('a course leads from the first lesson to the last quiz with the next step', async () => {
  expect((await progress()).state).toBe('none');
  expect((await customer.ask('enroll', { courseId: 'small' })).status).toBe(200);
  expect(await progress()).toMatchObject({ state: 'active', done: [], next: { kind: 'lesson', id: 'first' } });
  expect((await finishLesson('first')).body).toMatchObject({ next: { kind: 'lesson', id: 'second' } });
  expect((await finishLesson('second')).body).toMatchObject({ next: { kind: 'quiz', id: 'one' } });
  expect((await takeQuiz('one', chooseRight)).body).toMatchObject({ right: 5, percent: 100, passed: true, again: [] });
  await finishLesson('third');
  await takeQuiz('two', chooseRight);
  expect(await progress()).toMatchObject({
    next: null,
    done: expect.arrayContaining(['first', 'second', 'third']),
    quizzes: [
      { section: 'one', passed: true, best: 100 },
      { section: 'two', passed: true, best: 100 },
    ],
  });
  const { body } = await customer.ask<{ courses: OwnCourse[] }>('own');
  expect(body.courses).toEqual([
    expect.objectContaining({ courseId: 'small', units: 3, unitsDone: 3, quizzes: 2, quizzesPassed: 2, next: null }),
  ]);
});

test('views before an answer do not reveal the right one', async () => {
  await customer.ask('enroll', { courseId: 'small' });
  const read = [
    await call('learning/courses', {}),
    await call('learning/course', { courseId: 'small' }),
    await customer.ask('own'),
    await customer.ask('progress', { courseId: 'small' }),
    await customer.ask('lesson', lessonRef('first')),
  ];
  for (const unit of ['first', 'second']) await finishLesson(unit);
  read.push(await startQuiz('one'));
  for (const { status, body } of read) {
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`${answerExplanation}|"right"|"because"|toCheck`));
  }
});

test('finishing a lesson needs a third of its minutes and all answers', async () => {
  await customer.ask('enroll', { courseId: 'small' });
  expect((await customer.ask('finish', lessonRef('first'))).body).toMatchObject({ code: 'learning.read_on' });
  const { body } = await customer.ask<LessonView>('lesson', lessonRef('first'));
  advance(minutes(5));
  expect((await customer.ask('finish', lessonRef('first'))).body).toMatchObject({
    code: 'learning.questions_open',
    data: { count: '1' },
  });
  const check = body.checks[0] as ShownQuestion;
  await customer.ask('answer', { ...lessonRef('first'), check: check.id, chosen: chooseWrong(check) });
  expect((await customer.ask('finish', lessonRef('first'))).status).toBe(200);
  expect((await customer.ask('finish', lessonRef('first'))).status).toBe(200);
});

test('lessons opened together take as long as one after another', async () => {
  await customer.ask('enroll', { courseId: 'small' });
  for (const unit of ['first', 'second', 'third']) await answerLesson(unit);
  advance(minutes(1) - 1);
  expect((await customer.ask('finish', lessonRef('first'))).body).toMatchObject({ code: 'learning.read_on' });
  advance(1);
  expect((await customer.ask('finish', lessonRef('first'))).status).toBe(200);
  expect((await customer.ask('finish', lessonRef('second'))).body).toMatchObject({ code: 'learning.read_on' });
  advance(minutes(2));
  for (const unit of ['second', 'third']) expect((await customer.ask('finish', lessonRef(unit))).status).toBe(200);
});

test('an answer explains each choice, can be repeated and is shown again later', async () => {
  await customer.ask('enroll', { courseId: 'small' });
  const lesson = (await customer.ask<LessonView>('lesson', lessonRef('first'))).body;
  const check = lesson.checks[0] as ShownQuestion;
  const answer = (chosen: number[]) =>
    customer.ask<Graded>('answer', { ...lessonRef('first'), check: check.id, chosen });
  const wrong = (await answer(chooseWrong(check))).body;
  expect(wrong.right).toBe(false);
  expect(wrong.answers.map(({ because }) => because)).toHaveLength(3);
  expect(wrong.answers.findIndex(({ chosen }) => chosen)).toBe(chooseWrong(check)[0]);
  expect((await answer(chooseRight(check))).body.right).toBe(true);
  const reopened = (await customer.ask<LessonView>('lesson', lessonRef('first'))).body;
  expect(reopened.checks[0]).toMatchObject({ graded: { right: true } });
  const { rows } = await server.owner.query(
    'select first_right, tries, first_chosen, last_chosen from check_answers where user_id = $1',
    [customer.id],
  );
  expect(rows).toEqual([{ first_right: false, tries: 2, first_chosen: [1], last_chosen: [0] }]);
});

test('reading resumes at the saved paragraph, at most the last one', async () => {
  await customer.ask('enroll', { courseId: 'small' });
  await customer.ask('savePlace', { ...lessonRef('first'), block: 2 });
  expect((await customer.ask<LessonView>('lesson', lessonRef('first'))).body.place).toBe(2);
  expect((await customer.ask<LessonView>('lesson', lessonRef('second'))).body.place).toBe(0);
  await customer.ask('savePlace', { ...lessonRef('first'), block: 900 });
  expect((await progress()).place).toEqual({ unit: 'first', block: 4 });
});

test('a quiz needs all lessons of its section and 80 percent, and can be repeated', async () => {
  await customer.ask('enroll', { courseId: 'small' });
  await finishLesson('first');
  expect((await startQuiz('one')).body).toMatchObject({ code: 'learning.lessons_first' });
  await finishLesson('second');
  const sheet = (await startQuiz('one')).body;
  expect(sheet.questions).toHaveLength(5);
  expect((await startQuiz('one')).body).toEqual(sheet);
  const three = (question: ShownQuestion, at: number) => (at < 3 ? chooseRight(question) : chooseWrong(question));
  const failed = (await takeQuiz('one', three)).body;
  expect(failed).toMatchObject({ right: 3, asked: 5, percent: 60, passed: false });
  expect(failed.again.length).toBeGreaterThan(0);
  const orders = new Set<string>();
  for (let round = 0; round < 6; round++) {
    orders.add(JSON.stringify((await startQuiz('one')).body.questions));
    await takeQuiz('one', chooseWrong);
  }
  expect(orders.size).toBe(6);
  const four = (question: ShownQuestion, at: number) => (at < 4 ? chooseRight(question) : chooseWrong(question));
  expect((await takeQuiz('one', four)).body).toMatchObject({ percent: 80, passed: true });
  expect(await progress()).toMatchObject({
    quizzes: [
      { passed: true, best: 80 },
      { passed: false, best: null },
    ],
  });
});

test('a try is submitted once, by its owner only', async () => {
  await customer.ask('enroll', { courseId: 'small' });
  for (const unit of ['first', 'second']) await finishLesson(unit);
  const sheet = (await startQuiz('one')).body;
  const answers = sheet.questions.map(chooseRight);
  const other = await learner();
  expect((await other.ask('submitQuiz', { tryId: sheet.tryId, answers })).body).toMatchObject({
    code: 'learning.try_over',
  });
  const both = [1, 2, 3].map(() => customer.ask('submitQuiz', { tryId: sheet.tryId, answers }));
  expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

test('a wrong question is reviewed after 1, 3, 7 and 21 days until it is known', async () => {
  await customer.ask('enroll', { courseId: 'small' });
  for (const unit of ['first', 'second']) await finishLesson(unit);
  await takeQuiz('one', (question, at) => (at === 0 ? chooseWrong(question) : chooseRight(question)));
  const due = async () => (await customer.ask<{ due: DueReview[] }>('reviews')).body.due;
  expect(await due()).toEqual([]);
  advance(days(1));
  const answerDue = async (choose: (question: ShownQuestion) => number[]) => {
    const [review] = await due();
    if (!review) throw new Error('nothing is due');
    return (
      await customer.ask<{ next: string | null }>('answerReview', { id: review.id, chosen: choose(review.question) })
    ).body;
  };
  expect((await customer.ask<{ courses: OwnCourse[] }>('own')).body.courses[0]?.reviewsDue).toBe(1);
  const inDays = (count: number) => after(now, days(count)).toISOString();
  expect(new Date((await answerDue(chooseRight)).next ?? 0).toISOString()).toBe(inDays(3));
  expect(await due()).toEqual([]);
  advance(days(3));
  expect(new Date((await answerDue(chooseWrong)).next ?? 0).toISOString()).toBe(inDays(1));
  for (const wait of [1, 3, 7]) {
    advance(days(wait));
    expect((await answerDue(chooseRight)).next).not.toBeNull();
  }
  advance(days(21));
  expect((await answerDue(chooseRight)).next).toBeNull();
  advance(days(400));
  expect(await due()).toEqual([]);
});

test('an answer repeated with its key is graded again and counted once, concurrently too', async () => {
  await customer.ask('enroll', { courseId: 'small' });
  const { body } = await customer.ask<LessonView>('lesson', lessonRef('first'));
  const [check] = body.checks;
  if (!check) throw new Error('nothing is asked');
  const countTries = async () => {
    const { rows } = await server.owner.query<{ tries: number; chosen: number[] }>(
      `select tries, last_chosen chosen from check_answers where user_id = $1`,
      [customer.id],
    );
    return rows.map(({ tries }) => tries);
  };
  const sent = { ...lessonRef('first'), check: check.id, chosen: chooseWrong(check), key: randomUUID() };
  const responses = await Promise.all([1, 2, 3].map(() => customer.ask<Graded>('answer', sent)));
  expect(responses.map(({ status, body: { right } }) => [status, right])).toEqual(Array(3).fill([200, false]));
  expect(await countTries()).toEqual([1]);
  await server.owner.query(`update rate_limits set window_start = window_start - interval '50 days'`);
  await deleteOldAttempts(server.services.authDb);
  expect((await customer.ask<Graded>('answer', sent)).body).toEqual(responses[0]?.body);
  expect(await countTries()).toEqual([1]);
  await customer.ask('answer', { ...sent, chosen: chooseRight(check), key: randomUUID() });
  await customer.ask('answer', { ...lessonRef('first'), check: check.id, chosen: chooseRight(check) });
  expect(await countTries()).toEqual([3]);
  const other = await learner();
  await other.ask('enroll', { courseId: 'small' });
  await other.ask('lesson', lessonRef('first'));
  await other.ask('answer', sent);
  const { rows } = await server.owner.query(`select from check_answers where user_id = $1`, [other.id]);
  expect(rows).toHaveLength(1);
  const { rows: keys } = await server.owner.query<{ key: string }>(
    `select key from rate_limits where key like 'once:%'`,
  );
  expect(keys.some(({ key: text }) => text.includes(customer.id) || text.includes(sent.key))).toBe(false);
  await server.owner.query(`update rate_limits set window_start = now() - interval '61 days'`);
  await deleteOldAttempts(server.services.authDb);
  expect((await server.owner.query(`select from rate_limits where key like 'once:%'`)).rows).toEqual([]);
});

test('enrolling in an unknown or paid course is refused', async () => {
  await publishTestCourse(server, { courseId: 'dear', priceUsd: 4_000 });
  expect((await customer.ask('enroll', { courseId: 'dear' })).body).toMatchObject({ code: 'learning.not_free' });
  expect((await customer.ask('enroll', { courseId: 'nothing' })).body).toMatchObject({
    code: 'learning.unknown_course',
  });
  expect((await customer.ask('lesson', lessonRef('first'))).body).toMatchObject({ code: 'learning.not_enrolled' });
  expect((await customer.ask('lesson', { courseId: 'dear', unit: 'first' })).body).toMatchObject({
    code: 'learning.not_enrolled',
  });
  await customer.ask('enroll', { courseId: 'small' });
  expect((await customer.ask('lesson', lessonRef('nothing'))).body).toMatchObject({ code: 'learning.unknown_lesson' });
  const unknown = { ...lessonRef('first'), check: 'second-1', chosen: [0] };
  expect((await customer.ask('answer', unknown)).body).toMatchObject({ code: 'learning.unknown_question' });
  expect((await customer.ask('startQuiz', { courseId: 'small', section: 'x' })).status).toBe(404);
});

test('a learner keeps the version they started, and later learners get the newest', async () => {
  await publishTestCourse(server, { courseId: 'growing' });
  await customer.ask('enroll', { courseId: 'growing' });
  const more = { ...smallCourse, title: 'A better course' };
  await publishTestCourse(server, { courseId: 'growing', text: more });
  const title = async ({ ask }: typeof customer) =>
    (await ask<LessonView>('lesson', { courseId: 'growing', unit: 'first' })).body.courseTitle;
  expect(await title(customer)).toBe('A small course');
  const later = await learner();
  await later.ask('enroll', { courseId: 'growing' });
  expect(await title(later)).toBe('A better course');
  expect(await publishTestCourse(server, { courseId: 'growing', text: more })).toBe(
    await publishTestCourse(server, { courseId: 'growing', text: more }),
  );
  const { rows } = await server.owner.query(
    `select number from course_versions where course_id = 'growing' order by number`,
  );
  expect(rows).toEqual([{ number: 1 }, { number: 2 }]);
});
