import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { type Job, openJobs, RetryLater, steadyClock } from '../../src/platform/jobs/jobs.ts';
import { buildServer } from '../../src/server.ts';
import { serverUnderTest } from '../worker.ts';
import { until } from './until.ts';

const server = await serverUnderTest();
const { owner, services } = server;

/** True for the pause, in ms, of a worker that found no job. */
const isPause = (ms: number) => ms > 14_000 && ms <= 15_000;

// Such a pause outlasts the test, so a worker can start a job only when adding the job wakes it.
const endlessPauses: typeof steadyClock.setTimeout = (then, ms, ...rest) =>
  steadyClock.setTimeout(then, isPause(ms) ? ms * 1_000 : ms, ...rest);
const clock = { ...steadyClock, setTimeout: vi.fn(endlessPauses) };
const errors: string[] = [];
const jobs = await openJobs({
  pool: owner,
  log: { warn: () => undefined },
  onError: ({ message }) => void errors.push(message),
  clock,
});

afterAll(() => jobs.stop());

test('the last of many jobs starts without a pause while the queue is not empty', async () => {
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
  await until('all twenty jobs', () => pauses.length === 20);
  expect(pauses).toEqual(Array(20).fill(0));
  await until('a pause', () => pausesSoFar() > 0);
  await jobs.enqueue(services.db, job.name, { n: 21 });
  await until('the later job', () => pauses.length === 21);
});

test('a job that hangs in its lane blocks only that lane', async () => {
  const hanging = Promise.withResolvers<void>();
  const started: string[] = [];
  const run = async ({ lane = 'no lane' }: { lane?: string }) => {
    started.push(lane);
    if (lane === 'silent') await hanging.promise;
  };
  const job: Job<{ lane?: string }> = { name: 'queue.lanes', concurrency: 2, run };
  await jobs.prepare([job]);
  for (let n = 0; n < 5; n++) await jobs.enqueue(services.db, job.name, { lane: 'silent' });
  for (const data of [{ lane: 'another' }, { lane: 'another' }, {}]) await jobs.enqueue(services.db, job.name, data);
  await jobs.work([job]);
  await until('the others', () => started.length === 4);
  expect(started.toSorted()).toEqual(['another', 'another', 'no lane', 'silent']);
  hanging.resolve();
  await until('all of the silent one', () => started.length === 8);
});

test('errors of other systems are retried silently, and only our own are reported', async () => {
  errors.length = 0;
  const tries: string[] = [];
  const run = async ({ origin }: { origin: string }) => {
    tries.push(origin);
    throw origin === 'theirs' ? new RetryLater('the address takes nothing now') : new Error('ours is broken');
  };
  const job: Job<{ origin: string }> = { name: 'queue.theirs', retries: { limit: 1, delay: 1 }, run };
  await jobs.prepare([job]);
  for (const origin of ['theirs', 'ours']) await jobs.enqueue(services.db, job.name, { origin });
  await jobs.work([job]);
  await until('both twice', () => tries.length === 4);
  expect(tries.toSorted()).toEqual(['ours', 'ours', 'theirs', 'theirs']);
  expect(errors).toEqual(['ours is broken', 'ours is broken']);
});

test('a job of a killed process is taken over as soon as its heartbeat is missed', async () => {
  const done: number[] = [];
  const job: Job<{ n: number }> = {
    name: 'queue.killed',
    retries: { limit: 1, delay: 1 },
    run: async ({ n }) => void done.push(n),
  };
  // pg-boss checks heartbeats once a minute. This clock skips that wait.
  let skippedMs = 0;
  const skippingTimeout: typeof steadyClock.setTimeout = (then, ms, ...rest) => {
    if (ms <= 30_000 || ms > 60_000) return steadyClock.setTimeout(then, ms, ...rest);
    const fire = () => {
      skippedMs += ms;
      then(...rest);
    };
    return steadyClock.setTimeout(fire, 200);
  };
  const skippingClock = { ...steadyClock, now: () => steadyClock.now() + skippedMs, setTimeout: skippingTimeout };
  const otherJobs = await openJobs({
    pool: owner,
    log: { warn: () => undefined },
    onError: () => undefined,
    clock: skippingClock,
  });
  afterAll(() => otherJobs.stop());
  await otherJobs.prepare([job]);
  await otherJobs.enqueue(services.db, job.name, { n: 7 });
  await owner.query(
    `update pgboss.job set state = 'active', started_on = now() - interval '2 minutes',
    heartbeat_on = now() - interval '2 minutes' where name = $1`,
    [job.name],
  );
  await otherJobs.work([job]);
  await until('it to be done', () => done.length === 1);
  expect(done).toEqual([7]);
});

test('a restart keeps correct queue settings and updates changed ones', async () => {
  const restart = async (job: Job) => {
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
  const first = await restart(job);
  expect(first).toMatchObject({ limit: 2, cron: '5 4 * * *' });
  expect(await restart(job)).toEqual(first);
  const changed = await restart({ ...job, cron: '6 4 * * *', retries: { limit: 7, delay: 1 } });
  expect(changed).toMatchObject({ limit: 7, cron: '6 4 * * *' });
});

describe('a client that disconnects', async () => {
  const app = await buildServer(server.services);
  let answered = 0;

  app.get('/long', async (_request, reply) => {
    await wait(30);
    answered += 1;
    return reply.type('text/html').send('a long page '.repeat(100_000));
  });

  await app.listen({ port: 0, host: '127.0.0.1' });

  const { port } = app.server.address() as AddressInfo;

  afterAll(() => app.close());

  test('a client that disconnects before its page arrives causes no logged error', async () => {
    for (let n = 0; n < 10; n += 1) {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write('GET /long HTTP/1.1\r\nhost: x\r\naccept-encoding: br\r\n\r\n');
      await wait(20 + n * 2);
      socket.destroy();
    }
    await expect.poll(() => answered).toBe(10);
    await wait(100);
    expect(server.faults).toEqual([]);
  });
});
