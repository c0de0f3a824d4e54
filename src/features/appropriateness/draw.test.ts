import { expect, test } from 'vitest';
import { asShown } from '../learning/grading.ts';
import { draw, mark } from './draw.ts';

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

test('a try asks four of them, each once; the same seed the same, another others', () => {
  const drawn = draw(pool, 'one', []);
  expect(new Set(drawn).size).toBe(4);
  expect(draw(pool, 'one', [])).toEqual(drawn);
  expect(new Set(Array.from({ length: 20 }, (_, n) => draw(pool, `${n}`, []).join())).size).toBeGreaterThan(10);
});

test('the next try asks none of the same while there are others, and fills up where there are not', () => {
  for (let n = 0; n < 50; n++) {
    const first = draw(pool, `first ${n}`, []);
    expect(draw(pool, `second ${n}`, first).filter((id) => first.includes(id))).toEqual([]);
  }
  const few = draw(pool, 'x', ['a', 'b', 'c', 'd', 'e', 'f']);
  expect([few.slice(0, 2).sort(), new Set(few).size]).toEqual([['g', 'h'], 4]);
});

test('three right ones of four pass, two do not; what was wrong is told in its words', () => {
  const ids = draw(pool, 'seed', []);
  const answer = (id: string, written: number) => asShown(question(id), 'seed', [written]);
  const graded = (right: number) =>
    mark(pool, { seed: 'seed', ids, answers: ids.map((id, at) => answer(id, at < right ? 0 : 1)) });
  expect([2, 3, 4].map((right) => graded(right).passed)).toEqual([false, true, true]);
  expect(graded(3)).toMatchObject({ right: 3, wrong: [`What of ${ids[3]}?`] });
  // Nothing chosen, or everything, is wrong.
  expect(mark(pool, { seed: 'seed', ids, answers: [] }).right).toBe(0);
  expect(mark(pool, { seed: 'seed', ids, answers: ids.map(() => [0, 1, 2]) }).right).toBe(0);
});
