import { afterAll, expect, test, vi } from 'vitest';
import { type Job, openJobs } from '../../src/platform/jobs.ts';
import { serverUnderTest } from '../worker.ts';
import { until } from './patience.ts';

const { owner, services } = await serverUnderTest();
const jobs = await openJobs({ pool: owner, log: { warn: () => undefined }, onError: () => undefined });
afterAll(async () => {
  await jobs.stop();
  vi.restoreAllMocks();
});

test('whoever asks last for a mail waits for no pause while the queue is not empty', async () => {
  const pauses: unknown[] = [];
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const pausesSoFar = () => timers.mock.calls.filter(([, ms = 0]) => ms > 100 && ms <= 500).length;
  const run = async ({ n }: { n: number }) => {
    pauses.push(pausesSoFar());
    if (n % 5 === 0) throw new Error('no such address');
  };
  const job: Job<{ n: number }> = { name: 'queue.mails', retries: { limit: 1, delay: 600 }, run };
  await jobs.prepare([job]);
  for (let n = 0; n < 20; n++) await jobs.enqueue(services.db, job.name, { n });
  timers.mockClear();
  await jobs.work([job]);
  await until('all twenty', () => pauses.length === 20);
  expect(pauses).toEqual(Array(20).fill(0));
  // Once it is empty there are pauses again.
  await until('a pause', () => pausesSoFar() > 0);
});
