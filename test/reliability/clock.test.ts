import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { createKysely, openPool } from '../../src/platform/database/database.ts';
import { type Job, type Jobs, openJobs } from '../../src/platform/jobs/jobs.ts';
import { repairSchedules } from '../../src/platform/jobs/schedule-store.ts';
import { createDatabase } from './fresh-database.ts';
import { startInProcess } from './run-in-process.ts';
import { until } from './until.ts';

/** Leaves the job tables as after a minute in which the clock was 35 days ahead. */
const insertFutureDates = `
  update pgboss.version set cron_on = now() + '35 days', bam_on = now() + '35 days', flow_on = now() + '35 days',
         reindex_on = now() + '35 days', monitor_backoff_on = now() + '35 days';
  update pgboss.queue set monitor_claim_on = now() + '35 days', monitor_on = now() + '35 days',
         delta_on = now() + '35 days', maintain_on = now() + '35 days';
  update pgboss.schedule set created_on = now() + '35 days'`;

const database = await createDatabase('demo');
const pool = openPool({ url: database.url, role: 'cryptocommerce_app', max: 4 });
const opened: Jobs[] = [];
const output: string[] = [];

async function open(repairIntervalMs?: number): Promise<Jobs> {
  const log = { warn: (_fields: object, text: string) => void output.push(text) };
  const jobs = await openJobs({
    pool,
    log,
    onError: () => undefined,
    ...(repairIntervalMs && { repairIntervalMs }),
  });
  opened.push(jobs);
  return jobs;
}

afterEach(async () => {
  vi.restoreAllMocks();
  for (const jobs of opened.splice(0)) await jobs.stop();
});

const countFutureDates = async () =>
  (
    await database.owner.query<{ dates: number; jobs: number }>(`select
      (select count(*) from pgboss.version v where greatest(cron_on, bam_on, flow_on, reindex_on, monitor_backoff_on)
        > now())::int + (select count(*) from pgboss.queue where greatest(monitor_claim_on, monitor_on, delta_on,
        maintain_on) > now())::int + (select count(*) from pgboss.schedule where created_on > now())::int dates,
      (select count(*) from pgboss.job where greatest(created_on, started_on, completed_on, heartbeat_on) > now()
        or start_after > now() + '61 minutes' or singleton_on > now() at time zone 'UTC')::int jobs`)
  ).rows[0];

test('timestamps left by a clock that ran ahead are repaired, and others are unchanged', async () => {
  const jobs = await open();
  await jobs.prepare([{ name: 'clock.any', run: async () => undefined }]);
  const insertJob = (id: string, extra: string, values = '') =>
    database.owner.query(
      `insert into pgboss.job (id, name, ${extra}) values ($1, 'clock.any', ${values || 'default'})`,
      [id],
    );
  const [stuck, active, done, waiting] = Array.from({ length: 4 }, randomUUID) as [string, string, string, string];
  const later = `now() + interval '35 days'`;
  await insertJob(stuck, 'state, created_on, start_after', `'created', ${later}, ${later}`);
  await insertJob(active, 'state, created_on, started_on, heartbeat_on', `'active', ${later}, ${later}, ${later}`);
  await insertJob(done, 'state, completed_on, singleton_on', `'completed', ${later}, (${later}) at time zone 'UTC'`);
  await insertJob(waiting, 'state, start_after', `'retry', now() + interval '50 minutes'`);
  await database.owner.query(insertFutureDates);
  const before = await countFutureDates();
  expect(before?.dates).toBeGreaterThan(1);
  expect(before?.jobs).toBe(3);

  expect(await repairSchedules(createKysely(pool))).toEqual({ timestamps: before?.dates, jobs: 3 });
  expect(await countFutureDates()).toEqual({ dates: 0, jobs: 0 });
  const { rows } = await database.owner.query(
    `select start_after > now() + interval '49 minutes' still from pgboss.job where id = $1`,
    [waiting],
  );
  expect(rows).toEqual([{ still: true }]);
  expect(await repairSchedules(createKysely(pool))).toEqual({ timestamps: 0, jobs: 0 });
  await database.owner.query(`delete from pgboss.job where name = 'clock.any'`);
});

test.concurrent('a start after a clock 35 days ahead restarts the stopped schedule', async () => {
  await database.owner.query(insertFutureDates);
  await startInProcess(database.url);
  await until(
    'the scheduled expiry of orders',
    async () => {
      const { rows } = await database.owner.query(
        `select 1 from pgboss.job where name = 'trading.expire_orders' and state = 'completed' and created_on <= now()`,
      );
      return rows.length > 0;
    },
    45_000,
  );
});

test.concurrent('a running process notices a stopped schedule', async () => {
  const other = await createDatabase('demo');
  const own = openPool({ url: other.url, role: 'cryptocommerce_app', max: 4 });
  const log = { warn: (_fields: object, text: string) => void output.push(text) };
  const jobs = await openJobs({ pool: own, log, onError: () => undefined, repairIntervalMs: 200 });
  let runs = 0;
  const run = async () => {
    runs += 1;
  };
  const job: Job = { name: 'clock.minute', cron: '* * * * *', run };
  await jobs.prepare([job]);
  await jobs.work([job]);
  await other.owner.query(insertFutureDates);
  await until('the marks to be set right', async () => {
    const { rows } = await other.owner.query(`select 1 from pgboss.version where cron_on <= now()`);
    return rows.length > 0;
  });
  expect(output).toContain('the timetable was in the future and was corrected');
  await until('the job to run', () => runs > 0, 80_000);
  await jobs.stop();
  await own.end();
}, 120_000);

test('setting the clock back during a job blocks no queue', async () => {
  let runs = 0;
  const job: Job = {
    name: 'clock.back',
    run: async () => {
      runs += 1;
      const real = Date.now;
      if (runs === 1) vi.spyOn(Date, 'now').mockImplementation(() => real() - 3 * 3_600_000);
      await sleep(20);
    },
  };
  const jobs = await open();
  await jobs.prepare([job]);
  await jobs.work([job]);
  const db = createKysely(pool);
  await jobs.enqueue(db, 'clock.back', {});
  await until('the first job', () => runs === 1);
  await jobs.enqueue(db, 'clock.back', {});
  await until('the second job', () => runs === 2);
});
