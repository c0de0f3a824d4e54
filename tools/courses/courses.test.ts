import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readBasics } from '../../src/features/learning/appropriateness/content.ts';
import { type Lesson, readCourse } from '../../src/features/learning/course-files.ts';
import { flattenInlines } from '../../src/features/learning/lesson-text.ts';
import { levelOne } from '../../src/features/learning/level-one.ts';
import { ageOf, countWords, longestRun } from './reading.ts';

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
    const words = countWords(lesson);
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

describe('the lesson before a first order', () => {
  /** The lesson before a first order takes two minutes, uses plain words and asks four questions. */
  const { blocks, questions, asked, enough, minutes } = readBasics(resolve('courses/before-first-order'));
  const lesson = { blocks } as unknown as Lesson;
  const text = blocks
    .flatMap(flattenInlines)
    .filter((inline) => typeof inline === 'string')
    .join(' ');

  test('the lesson can be read by a fifteen-year-old within its stated minutes', () => {
    expect(minutes).toBe(2);
    expect(countWords(lesson)).toBeGreaterThan(250);
    // Readers manage 200 words a minute here, because no questions interrupt the text.
    expect(countWords(lesson) / 200).toBeLessThanOrEqual(minutes);
    expect(ageOf(lesson)).toBeGreaterThan(9);
    expect(ageOf(lesson)).toBeLessThan(15);
  });

  test('the lesson covers networks, tags, irreversibility and costs, with one risk warning', () => {
    for (const word of [/network/, /\btag\b/, /nobody can call it back/, /fee/]) expect(text).toMatch(word);
    const risk = 'Prices of coins and tokens can fall to nothing. Never put in what you cannot afford to lose.';
    expect(text.split(risk)).toHaveLength(2);
    // Questions follow the text.
    expect(blocks.filter(({ kind }) => kind === 'check' || kind === 'practice')).toEqual([]);
  });

  test('the calculations in the lesson are right', () => {
    const [paid, fee, net, coins, worth, cost] = [17_500, 1_400, 16_100, 92, 14_720, 2_780];
    expect([paid * 0.08, paid - fee, net / 175, coins * 160, paid - worth - cost]).toEqual([fee, net, coins, worth, 0]);
    for (const figure of [paid, fee, net, worth, cost]) expect(text).toContain(`J$${figure.toLocaleString('en-US')}`);
  });

  test('four of at least eight questions are asked, and guessing by position fails', () => {
    expect([asked, enough, questions.length >= 8]).toEqual([4, 3, true]);
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
    type Answers = (typeof questions)[number]['answers'];
    const longest = (answers: Answers) =>
      answers.reduce((best, answer, n) => (answer.text.length > (answers[best]?.text.length ?? 0) ? n : best), 0);
    for (const pick of [() => 0, (answers: Answers) => answers.length - 1, longest]) {
      const right = questions.filter(({ answers }) =>
        answers.every((answer, n) => answer.right === (n === pick(answers))),
      );
      expect(right.length / questions.length).toBeLessThan(enough / asked);
    }
  });
});
