import { expect, test } from 'vitest';
import { atMostEvery } from './at-most-every.ts';

const soon = { every: 60_000, patience: 60_000 };

test('however many ask at once, it is read once, and again only later', async () => {
  let reads = 0;
  const ask = atMostEvery(async () => ++reads, soon);
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
  expect(await ask()).toBe(1);
  const anew = atMostEvery(async () => ++reads, { ...soon, every: 0 });
  expect([await anew(), await anew()]).toEqual([2, 3]);
});

test('what cannot be read is nothing, and is not tried again at once', async () => {
  let reads = 0;
  const ask = atMostEvery(() => Promise.reject(new Error(`away ${++reads}`)), soon);
  expect([await ask(), await ask(), reads]).toEqual([null, null, 1]);
});

test('whoever asks does not wait for what takes too long, and finds it when it came', async () => {
  const slow = Promise.withResolvers<string>();
  const ask = atMostEvery(() => slow.promise, { ...soon, patience: 1 });
  expect(await ask()).toBeNull();
  slow.resolve('here');
  await slow.promise;
  await expect.poll(ask).toBe('here');
});
