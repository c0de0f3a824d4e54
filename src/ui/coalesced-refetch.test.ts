import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { coalesceRefetch } from './coalesced-refetch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function asking() {
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  const again = coalesceRefetch((name) => {
    asked.push(name);
    return new Promise<void>((answer) => answers.push(answer));
  });
  const answer = async () => {
    answers.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { asked, again, answer };
}

test('a hundred changes during a fetch cause one more fetch, of the newest state', async () => {
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

test('an answer that never arrives blocks nothing', async () => {
  const { asked, again } = asking();
  void again('desk');
  void again('desk');
  await vi.advanceTimersByTimeAsync(31_000);
  expect(asked).toEqual(['desk', 'desk']);
});

test('constant changes do not cancel a slow fetch again and again', async () => {
  const { asked, again } = asking();
  for (let second = 0; second < 20; second += 1) {
    void again('bankLines');
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(asked).toHaveLength(1);
});

test('a slow list is not fetched again for as long as it took', async () => {
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
