import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askAgain } from './ask-again.ts';

/** What the live line says is asked for again: at once, and never twice at the same time. */
// The files of a worker share their clock: it is given back.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function asking() {
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  const again = askAgain((name) => {
    asked.push(name);
    return new Promise<void>((answer) => answers.push(answer));
  });
  const answer = async () => {
    answers.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { asked, again, answer };
}

test('a hundred changes said while the first is being read make one more reading, of the newest', async () => {
  const { asked, again, answer } = asking();
  for (let at = 0; at < 100; at += 1) void again('bankLines');
  expect(asked).toEqual(['bankLines']);
  await answer();
  expect(asked).toEqual(['bankLines', 'bankLines']);
  await answer();
  expect(asked).toHaveLength(2);
  void again('bankLines');
  expect(asked).toHaveLength(3);
});

test('one name does not wait for another', () => {
  const { asked, again } = asking();
  void again('desk');
  void again('payments');
  expect(asked).toEqual(['desk', 'payments']);
});

test('an answer that never comes holds nothing up', async () => {
  const { asked, again } = asking();
  void again('desk');
  void again('desk');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toEqual(['desk', 'desk']);
});
