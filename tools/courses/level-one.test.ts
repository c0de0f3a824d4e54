import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readCourse } from '../../src/features/learning/course-files.ts';
import { flattenInlines } from '../../src/features/learning/lesson-text.ts';
import { levelOne } from '../../src/features/learning/level-one.ts';
import { ageOf, longestRun, wordsOf } from './reading.ts';

/** The Level 1 texts meet what `/curriculum` promises: short, plain, with quizzes and sources. */
const folder = resolve('courses/level-1');
/** Sections with texts. The course stays hidden until every section has its text. */
const sections = levelOne.sections.filter(({ id }) => existsSync(join(folder, id)));
const { content, faults } = readCourse(folder, { ...levelOne, sections });
const lessons = content.lessons.map((lesson) => [`${lesson.section}/${lesson.unit}`, lesson] as const);

test('the course is complete without broken links', () => expect(faults).toEqual([]));

test.each(lessons)(
  '%s can be read by a fifteen-year-old within its minutes and has questions along the way',
  (_name, lesson) => {
    const words = wordsOf(lesson);
    expect(words).toBeGreaterThan(300);
    // Learners manage 130 words a minute, including the questions.
    expect(words / 130).toBeLessThan(lesson.head.minutes);
    expect(ageOf(lesson)).toBeLessThan(15);
    expect(longestRun(lesson)).toBeLessThanOrEqual(260);
    expect(lesson.checks.length).toBeGreaterThanOrEqual(2);
  },
);

const risk = 'Prices of coins and tokens can fall to nothing. Never put in what you cannot afford to lose.';
test('each lesson on coins and tokens has one risk warning', () => {
  for (const [name, { section, blocks }] of lessons) {
    const text = blocks
      .flatMap(flattenInlines)
      .filter((inline) => typeof inline === 'string')
      .join('');
    if (section === 'coins') expect([name, text.split(risk).length - 1]).toEqual([name, 1]);
  }
});

test('always choosing the first, last or longest answer fails every quiz', () => {
  for (const [section, { questions }] of content.quizzes) {
    const chosen = (pick: (answers: (typeof questions)[number]['answers']) => number) =>
      questions.filter(({ answers }) => answers.every(({ right }, n) => right === (n === pick(answers)))).length;
    const longest = (answers: (typeof questions)[number]['answers']) =>
      answers.reduce((best, { text }, n) => (text.length > (answers[best]?.text.length ?? 0) ? n : best), 0);
    for (const pick of [() => 0, (answers: readonly unknown[]) => answers.length - 1, longest])
      expect([section, chosen(pick) / questions.length < 0.8]).toEqual([section, true]);
  }
});
