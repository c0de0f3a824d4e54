import { afterAll, expect, test, vi } from 'vitest';
import { type Job, openJobs, steadyClock } from '../../src/platform/jobs.ts';
import { serverUnderTest } from '../worker.ts';
import { until } from './patience.ts';

const { owner, services } = await serverUnderTest();
/** The pause of a worker that found nothing. */
const isPause = (ms: number) => ms > 14_000 && ms <= 15_000;
// No such pause ends here: whoever is served was woken. Whatever else lives in this process waits by the clock as well.
const endless: typeof steadyClock.setTimeout = (then, ms, ...rest) =>
  steadyClock.setTimeout(then, isPause(ms) ? ms * 1_000 : ms, ...rest);
const clock = { ...steadyClock, setTimeout: vi.fn(endless) };
const jobs = await openJobs({ pool: owner, log: { warn: () => undefined }, onError: () => undefined, clock });
afterAll(() => jobs.stop());

test('whoever asks last for a mail waits for no pause while the queue is not empty', async () => {
  const pauses: unknown[] = [];
  const pausesSoFar = () => clock.setTimeout.mock.calls.filter(([, ms]) => isPause(ms)).length;
  const run = async ({ n }: { n: number }) => {
    pauses.push(pausesSoFar());
    if (n % 5 === 0) throw new Error('no such address');
  };
  const job: Job<{ n: number }> = { name: 'queue.mails', retries: { limit: 1, delay: 600 }, run };
  await jobs.prepare([job]);
  for (let n = 0; n < 20; n++) await jobs.enqueue(services.db, job.name, { n });
  clock.setTimeout.mockClear();
  await jobs.work([job]);
  await until('all twenty', () => pauses.length === 20);
  expect(pauses).toEqual(Array(20).fill(0));
  // Once it is empty there are pauses again.
  await until('a pause', () => pausesSoFar() > 0);
  await jobs.enqueue(services.db, job.name, { n: 21 });
  await until('who came later', () => pauses.length === 21);
});

test('whoever is waited for in their lane keeps nobody else waiting, and has one at a time', async () => {
  const hanging = Promise.withResolvers<void>();
  const begun: string[] = [];
  const run = async ({ lane = 'no lane' }: { lane?: string }) => {
    begun.push(lane);
    if (lane === 'silent') await hanging.promise;
  };
  const job: Job<{ lane?: string }> = { name: 'queue.lanes', lanes: 2, run };
  await jobs.prepare([job]);
  for (let n = 0; n < 5; n++) await jobs.enqueue(services.db, job.name, { lane: 'silent' });
  for (const data of [{ lane: 'another' }, { lane: 'another' }, {}]) await jobs.enqueue(services.db, job.name, data);
  await jobs.work([job]);
  await until('the others', () => begun.length === 4);
  expect(begun.toSorted()).toEqual(['another', 'another', 'no lane', 'silent']);
  hanging.resolve();
  await until('all of the silent one', () => begun.length === 8);
});

test('what a killed process had in its hands another does as soon as it is seen that nobody has it', async () => {
  const done: number[] = [];
  const job: Job<{ n: number }> = {
    name: 'queue.killed',
    retries: { limit: 1, delay: 1 },
    run: async ({ n }) => void done.push(n),
  };
  // The library looks once a minute: its clock leaps over each of those.
  let leapt = 0;
  const leaping: typeof steadyClock.setTimeout = (then, ms, ...rest) => {
    if (ms <= 30_000 || ms > 60_000) return steadyClock.setTimeout(then, ms, ...rest);
    const land = () => {
      leapt += ms;
      then(...rest);
    };
    return steadyClock.setTimeout(land, 200);
  };
  const hasty = { ...steadyClock, now: () => steadyClock.now() + leapt, setTimeout: leaping };
  const others = await openJobs({
    pool: owner,
    log: { warn: () => undefined },
    onError: () => undefined,
    clock: hasty,
  });
  afterAll(() => others.stop());
  await others.prepare([job]);
  await others.enqueue(services.db, job.name, { n: 7 });
  // As somebody leaves it who took it two minutes ago and was killed.
  await owner.query(
    `update pgboss.job set state = 'active', started_on = now() - interval '2 minutes',
    heartbeat_on = now() - interval '2 minutes' where name = $1`,
    [job.name],
  );
  await others.work([job]);
  await until('it to be done', () => done.length === 1);
  expect(done).toEqual([7]);
});

test('who starts again leaves what stands as it should, and sets right what does not', async () => {
  const openAgain = async (job: Job) => {
    const opened = await openJobs({ pool: owner, log: { warn: () => undefined }, onError: () => undefined });
    await opened.prepare([job]);
    await opened.work([job]);
    await opened.stop();
    const { rows } = await owner.query<{ queue: Date; line: Date; limit: number; cron: string }>(
      `select q.updated_on queue, s.updated_on line, q.retry_limit "limit", s.cron
         from pgboss.queue q join pgboss.schedule s on s.name = q.name where q.name = $1`,
      [job.name],
    );
    return rows[0];
  };
  const job: Job = { name: 'queue.again', cron: '5 4 * * *', run: async () => undefined };
  const first = await openAgain(job);
  expect(first).toMatchObject({ limit: 2, cron: '5 4 * * *' });
  expect(await openAgain(job)).toEqual(first);
  const changed = await openAgain({ ...job, cron: '6 4 * * *', retries: { limit: 7, delay: 1 } });
  expect(changed).toMatchObject({ limit: 7, cron: '6 4 * * *' });
});
