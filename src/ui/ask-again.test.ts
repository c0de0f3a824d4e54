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
  await vi.advanceTimersByTimeAsync(6_000);
  expect(asked).toEqual(['desk', 'desk']);
});

test('a list that takes long to read is left in peace as long again', async () => {
  const { asked, again, answer } = asking();
  void again('bankLines');
  void again('bankLines');
  await vi.advanceTimersByTimeAsync(400);
  await answer();
  await vi.advanceTimersByTimeAsync(399);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toHaveLength(2);
});
