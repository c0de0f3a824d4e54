import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Question } from './course-schema.ts';
import { drawn, grade, orderOf, shown } from './grading.ts';

const answer = (text: string, right: boolean) => ({ text, right, because: `because of ${text}` });
const question: Question = {
  id: 'cost',
  ask: 'What does it cost?',
  answers: [answer('a', true), answer('b', false), answer('c', true), answer('d', false)],
};
/** The places of these answers, as they are shown under a seed. */
const placesOf = (seed: string, texts: readonly string[]) =>
  texts.map((text) => shown(question, seed).answers.indexOf(text));

test('what is shown of a question tells nothing of which answer is right, but whether several are', () => {
  const seen = shown(question, 'seed');
  expect(Object.keys(seen).sort()).toEqual(['answers', 'ask', 'id', 'several']);
  expect(JSON.stringify(seen)).not.toContain('because');
  expect(seen.several).toBe(true);
  expect([...seen.answers].sort()).toEqual(['a', 'b', 'c', 'd']);
});

test('all that is right and nothing else is right, in whatever order it is shown', () => {
  fc.assert(
    fc.property(fc.string(), fc.subarray(['a', 'b', 'c', 'd']), (seed, chosen) => {
      const graded = grade(question, seed, placesOf(seed, chosen));
      expect(graded.right).toBe(chosen.length === 2 && chosen.includes('a') && chosen.includes('c'));
      expect(graded.answers.map(({ because }) => because)).toEqual(
        shown(question, seed).answers.map((text) => `because of ${text}`),
      );
    }),
  );
});

test('a place that was not shown, or one that is named twice, changes nothing', () => {
  const right = placesOf('seed', ['a', 'c']);
  expect(grade(question, 'seed', [...right, ...right]).right).toBe(true);
  expect(grade(question, 'seed', [...right, 9, -1]).right).toBe(true);
  expect(grade(question, 'seed', []).right).toBe(false);
});

test('an order holds each once, is the same under its seed, and every place can come first', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 0, max: 40 }), (seed, count) => {
      const order = orderOf(seed, count);
      expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, at) => at));
      expect(orderOf(seed, count)).toEqual(order);
    }),
  );
  const firsts = new Set(Array.from({ length: 200 }, (_, seed) => orderOf(`try ${seed}`, 13)[0]));
  expect(firsts.size).toBe(13);
});

test('what is drawn stands in the pool, once each', () => {
  const pool = Array.from({ length: 16 }, (_, at) => at);
  const six = drawn(pool, 'a try', 6);
  expect(new Set(six).size).toBe(6);
  expect(drawn(pool, 'another try', 6)).not.toEqual(six);
});
