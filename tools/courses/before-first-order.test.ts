import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readBasics } from '../../src/features/learning/appropriateness/content.ts';
import type { Lesson } from '../../src/features/learning/course-files.ts';
import { flattenInlines } from '../../src/features/learning/lesson-text.ts';
import { ageOf, wordsOf } from './reading.ts';

/** The lesson before a first order takes two minutes, uses plain words and asks four questions. */
const { blocks, questions, asked, enough, minutes } = readBasics(resolve('courses/before-first-order'));
const lesson = { blocks } as unknown as Lesson;
const text = blocks
  .flatMap(flattenInlines)
  .filter((inline) => typeof inline === 'string')
  .join(' ');

test('the lesson can be read by a fifteen-year-old within its stated minutes', () => {
  expect(minutes).toBe(2);
  expect(wordsOf(lesson)).toBeGreaterThan(250);
  // Readers manage 200 words a minute here, because no questions interrupt the text.
  expect(wordsOf(lesson) / 200).toBeLessThanOrEqual(minutes);
  expect(ageOf(lesson)).toBeGreaterThan(11);
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
