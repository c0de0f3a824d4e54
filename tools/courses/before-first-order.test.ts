import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readBasics } from '../../src/features/appropriateness/content.ts';
import type { Lesson } from '../../src/features/learning/course-files.ts';
import { inlinesOf } from '../../src/features/learning/lesson-text.ts';
import { ageOf, wordsOf } from './reading.ts';

/** The lesson before a first order keeps what the page says of it: two minutes, plain words, four questions. */
const { blocks, questions, asked, enough, minutes } = readBasics(resolve('courses/before-first-order'));
const lesson = { blocks } as unknown as Lesson;
const text = blocks
  .flatMap(inlinesOf)
  .filter((inline) => typeof inline === 'string')
  .join(' ');

test('it is read in its minutes by somebody of fifteen', () => {
  expect(minutes).toBe(2);
  expect(wordsOf(lesson)).toBeGreaterThan(250);
  // Nobody answers on the way here, so they read somewhat faster than in a course.
  expect(wordsOf(lesson) / 200).toBeLessThanOrEqual(minutes);
  expect(ageOf(lesson)).toBeGreaterThan(11);
  expect(ageOf(lesson)).toBeLessThan(15);
});

test('it is about networks, tags, what nobody calls back, and costs, and says once what may be lost', () => {
  for (const word of [/network/, /\btag\b/, /nobody can call it back/, /fee/]) expect(text).toMatch(word);
  const risk = 'Prices of coins and tokens can fall to nothing. Never put in what you cannot afford to lose.';
  expect(text.split(risk)).toHaveLength(2);
  // Nothing is placed in it: its questions come behind.
  expect(blocks.filter(({ kind }) => kind === 'check' || kind === 'practice')).toEqual([]);
});

test('its sums are right', () => {
  const [paid, fee, net, coins, worth, cost] = [17_500, 1_400, 16_100, 92, 14_720, 2_780];
  expect([paid * 0.08, paid - fee, net / 175, coins * 160, paid - worth - cost]).toEqual([fee, net, coins, worth, 0]);
  for (const figure of [paid, fee, net, worth, cost]) expect(text).toContain(`J$${figure.toLocaleString('en-US')}`);
});

test('four are asked of at least eight, and no habit of choosing passes', () => {
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
