import { randomUUID } from 'node:crypto';
import type { Question } from '../src/features/learning/course-schema.ts';
import { publishCourse } from '../src/features/learning/course-store.ts';
import type { CourseText } from '../src/features/learning/course-text.ts';
import { withSystem } from '../src/platform/database/database.ts';
import type { TestServer } from './worker.ts';

/** Explanation of every right answer. It must not be sent before the answer. */
export const answerExplanation = 'because it is so';

/** A question with a known right answer. */
const question = (id: string): Question => ({
  id,
  ask: `Which one is right in ${id}?`,
  answers: [
    { text: 'This one', right: true, because: `It is, ${answerExplanation}.` },
    { text: 'That one', right: false, because: `It is not, ${answerExplanation}.` },
    { text: 'None', right: false, because: `One is, ${answerExplanation}.` },
  ],
});

const unit = (id: string, minutes = 3) => ({
  id,
  title: `Lesson ${id}`,
  aim: 'Say which one is right.',
  minutes,
  markdown: `A [word](term:word) and a [figure](fact:figure).\n\n## Then\n\n[Check](check:${id}-1)\n\nMore.\n\n- One\n- Two\n`,
  checks: [question(`${id}-1`)],
});

const section = (id: string, units: readonly string[]) => ({
  id,
  title: `Section ${id}`,
  about: 'About something.',
  units: units.map((each) => unit(each)),
  quiz: {
    asked: 5,
    questions: Array.from({ length: 10 }, (_, at) => ({
      ...question(`${id}-q${at}`),
      unit: units[at % units.length] ?? '',
    })),
  },
});

/** Course with two sections, a quiz in each, and three lessons of three minutes. */
export const smallCourse: CourseText = {
  level: null,
  title: 'A small course',
  about: 'To see how learning goes.',
  sections: [section('one', ['first', 'second']), section('two', ['third'])],
  facts: [{ id: 'figure', says: 'It was so.', source: 'Who says so', asOf: '2026-11-20', toCheck: true }],
  terms: [{ id: 'word', word: 'Word', means: 'What it means.' }],
  quizPassPercent: 80,
  project: null,
  certificate: { title: 'Certificate of the small course', about: 'For everyone who finished it.' },
};

type Publishing = { readonly courseId: string; readonly text?: CourseText; readonly priceUsd?: number };

/** Publishes a course. Returns the id of its version. */
export const publishTestCourse = (
  { services }: Pick<TestServer, 'services'>,
  { courseId, text = smallCourse, priceUsd = 0 }: Publishing,
) =>
  withSystem(services.pool, (tx) =>
    publishCourse(tx, { courseId, text, priceUsd, whatChanged: 'First', now: services.clock() }),
  );

/** Request body that buys the course `dear` for US$40 at J$175. */
export const buildCoursePurchase = (wishes: object = {}) => ({
  ...{ courseId: 'dear', key: randomUUID(), method: 'bank_transfer', price: 7000 },
  ...wishes,
});
