import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Question } from './course-schema.ts';
import { grade, pickQuestions, showQuestion, shuffleIndexes } from './grading.ts';

const answer = (text: string, right: boolean) => ({ text, right, because: `because of ${text}` });
const question: Question = {
  id: 'cost',
  ask: 'What does it cost?',
  answers: [answer('a', true), answer('b', false), answer('c', true), answer('d', false)],
};
const findPositions = (seed: string, texts: readonly string[]) =>
  texts.map((text) => showQuestion(question, seed).answers.indexOf(text));

test('a shown question reveals only whether several answers are right', () => {
  const seen = showQuestion(question, 'seed');
  expect(Object.keys(seen).sort()).toEqual(['answers', 'ask', 'id', 'several']);
  expect(JSON.stringify(seen)).not.toContain('because');
  expect(seen.several).toBe(true);
  expect([...seen.answers].sort()).toEqual(['a', 'b', 'c', 'd']);
});

test('exactly the right answers are graded right in any order', () => {
  fc.assert(
    fc.property(fc.string(), fc.subarray(['a', 'b', 'c', 'd']), (seed, chosen) => {
      const graded = grade(question, seed, findPositions(seed, chosen));
      expect(graded.right).toBe(chosen.length === 2 && chosen.includes('a') && chosen.includes('c'));
      expect(graded.answers.map(({ because }) => because)).toEqual(
        showQuestion(question, seed).answers.map((text) => `because of ${text}`),
      );
    }),
  );
});

test('unknown and repeated positions are ignored', () => {
  const right = findPositions('seed', ['a', 'c']);
  expect(grade(question, 'seed', [...right, ...right]).right).toBe(true);
  expect(grade(question, 'seed', [...right, 9, -1]).right).toBe(true);
  expect(grade(question, 'seed', []).right).toBe(false);
});

test('an order is a stable permutation, and any position can come first', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 0, max: 40 }), (seed, count) => {
      const order = shuffleIndexes(seed, count);
      expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, at) => at));
      expect(shuffleIndexes(seed, count)).toEqual(order);
    }),
  );
  const firsts = new Set(Array.from({ length: 200 }, (_, seed) => shuffleIndexes(`try ${seed}`, 13)[0]));
  expect(firsts.size).toBe(13);
});

test('picked questions are distinct and depend on the seed', () => {
  const pool = Array.from({ length: 16 }, (_, at) => at);
  const six = pickQuestions(pool, 'a try', 6);
  expect(new Set(six).size).toBe(6);
  expect(pickQuestions(pool, 'another try', 6)).not.toEqual(six);
});
