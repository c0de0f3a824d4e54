import { expect, test } from 'vitest';
import { publishTestCourse, smallCourse } from '../../../test/courses.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { atHour } from '../../kernel/calendar.ts';
import { after, minutes } from '../../kernel/clock.ts';
import type { CourseText } from './course-text.ts';
import type { LessonView, Progress, QuizSheet } from './views.ts';

const server = await serverWithoutFaults();
const { call } = server;

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
  const { body: sheet } = await ask<QuizSheet>('beginQuiz', { section: 'one' });
  const answers = sheet.questions.map((question) => [question.answers.indexOf('This one')]);
  const submission = { courseId: undefined, tryId: sheet.tryId, answers };
  expect((await ask('handIn', submission)).body).toMatchObject({ passed: true });
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
