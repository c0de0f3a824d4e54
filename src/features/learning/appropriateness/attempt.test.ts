import { expect, test } from 'vitest';
import { toShownPositions } from '../grading.ts';
import { gradeAttempt, pickAttemptQuestions } from './attempt.ts';

const question = (id: string) => ({
  id,
  ask: `What of ${id}?`,
  answers: [
    { text: 'This', right: true, because: 'It is.' },
    { text: 'That', right: false, because: 'It is not.' },
    { text: 'None', right: false, because: 'One is.' },
  ],
});
const questions = 'abcdefgh'.split('').map(question);
const pool = { questions, asked: 4, enough: 3 };

test('an attempt asks four different questions, the same ones for the same seed', () => {
  const drawn = pickAttemptQuestions(pool, 'one', []);
  expect(new Set(drawn).size).toBe(4);
  expect(pickAttemptQuestions(pool, 'one', [])).toEqual(drawn);
  expect(
    new Set(Array.from({ length: 20 }, (_, n) => pickAttemptQuestions(pool, `${n}`, []).join())).size,
  ).toBeGreaterThan(10);
});

test('the next attempt asks other questions first, and repeats some only where too few are left', () => {
  for (let n = 0; n < 50; n++) {
    const first = pickAttemptQuestions(pool, `first ${n}`, []);
    expect(pickAttemptQuestions(pool, `second ${n}`, first).filter((id) => first.includes(id))).toEqual([]);
  }
  const few = pickAttemptQuestions(pool, 'x', ['a', 'b', 'c', 'd', 'e', 'f']);
  expect([few.slice(0, 2).sort(), new Set(few).size]).toEqual([['g', 'h'], 4]);
});

test('three correct answers of four pass, two fail, and wrong questions are returned as text', () => {
  const ids = pickAttemptQuestions(pool, 'seed', []);
  const answer = (id: string, written: number) => toShownPositions(question(id), 'seed', [written]);
  const graded = (right: number) =>
    gradeAttempt(pool, { seed: 'seed', ids, answers: ids.map((id, at) => answer(id, at < right ? 0 : 1)) });
  expect([2, 3, 4].map((right) => graded(right).passed)).toEqual([false, true, true]);
  expect(graded(3)).toMatchObject({ right: 3, wrong: [`What of ${ids[3]}?`] });
  expect(gradeAttempt(pool, { seed: 'seed', ids, answers: [] }).right).toBe(0);
  expect(gradeAttempt(pool, { seed: 'seed', ids, answers: ids.map(() => [0, 1, 2]) }).right).toBe(0);
});
