import { expect, test } from 'vitest';
import { throttleRead } from './open-metrics.ts';

const bounds = { intervalMs: 60_000, timeoutMs: 60_000 };

test('concurrent callers share one read until the interval ends', async () => {
  let reads = 0;
  const readThrottled = throttleRead(async () => ++reads, bounds);
  expect(await Promise.all([readThrottled(), readThrottled(), readThrottled()])).toEqual([1, 1, 1]);
  expect(await readThrottled()).toBe(1);
  const uncached = throttleRead(async () => ++reads, { ...bounds, intervalMs: 0 });
  expect([await uncached(), await uncached()]).toEqual([2, 3]);
});

test('a failed read returns null and waits for the interval', async () => {
  let reads = 0;
  const readThrottled = throttleRead(() => Promise.reject(new Error(`away ${++reads}`)), bounds);
  expect([await readThrottled(), await readThrottled(), reads]).toEqual([null, null, 1]);
});

test('a slow read returns null, and its value later', async () => {
  const slow = Promise.withResolvers<string>();
  const readThrottled = throttleRead(() => slow.promise, { ...bounds, timeoutMs: 1 });
  expect(await readThrottled()).toBeNull();
  slow.resolve('here');
  await slow.promise;
  await expect.poll(readThrottled).toBe('here');
});
