import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { kyselyOn, openPool } from '../../src/platform/database.ts';
import { type Job, type Jobs, openJobs } from '../../src/platform/jobs.ts';
import { setTimetableRight } from '../../src/platform/timetable-store.ts';
import { freshDatabase } from './fresh-database.ts';
import { until } from './patience.ts';
import { running } from './running.ts';

/** What a clock that was 35 days ahead for a minute leaves in the tables of the job library. */
const leaveMarks = `
  update pgboss.version set cron_on = now() + '35 days', bam_on = now() + '35 days', flow_on = now() + '35 days',
         reindex_on = now() + '35 days', monitor_backoff_on = now() + '35 days';
  update pgboss.queue set monitor_claim_on = now() + '35 days', monitor_on = now() + '35 days',
         delta_on = now() + '35 days', maintain_on = now() + '35 days';
  update pgboss.schedule set created_on = now() + '35 days'`;

const database = await freshDatabase('demo');
const pool = openPool({ url: database.url, role: 'cryptocommerce_app', max: 4 });
const opened: Jobs[] = [];
const said: string[] = [];

async function open(lookEvery?: number): Promise<Jobs> {
  const log = { warn: (_fields: object, text: string) => void said.push(text) };
  const jobs = await openJobs({ pool, log, onError: () => undefined, ...(lookEvery && { lookEvery }) });
  opened.push(jobs);
  return jobs;
}

afterEach(async () => {
  vi.restoreAllMocks();
  for (const jobs of opened.splice(0)) await jobs.stop();
});

const ahead = async () =>
  (
    await database.owner.query<{ marks: number; jobs: number }>(`select
      (select count(*) from pgboss.version v where greatest(cron_on, bam_on, flow_on, reindex_on, monitor_backoff_on)
        > now())::int + (select count(*) from pgboss.queue where greatest(monitor_claim_on, monitor_on, delta_on,
        maintain_on) > now())::int + (select count(*) from pgboss.schedule where created_on > now())::int marks,
      (select count(*) from pgboss.job where greatest(created_on, started_on, completed_on, heartbeat_on) > now()
        or start_after > now() + '61 minutes' or singleton_on > now() at time zone 'UTC')::int jobs`)
  ).rows[0];

test('whatever a clock ahead left in the timetable is set right, and nothing else', async () => {
  const jobs = await open();
  await jobs.prepare([{ name: 'clock.any', run: async () => undefined }]);
  const put = (id: string, more: string, values = '') =>
    database.owner.query(
      `insert into pgboss.job (id, name, ${more}) values ($1, 'clock.any', ${values || 'default'})`,
      [id],
    );
  const [stuck, active, done, waiting] = Array.from({ length: 4 }, randomUUID) as [string, string, string, string];
  const later = `now() + interval '35 days'`;
  await put(stuck, 'state, created_on, start_after', `'created', ${later}, ${later}`);
  await put(active, 'state, created_on, started_on, heartbeat_on', `'active', ${later}, ${later}, ${later}`);
  await put(done, 'state, completed_on, singleton_on', `'completed', ${later}, (${later}) at time zone 'UTC'`);
  await put(waiting, 'state, start_after', `'retry', now() + interval '50 minutes'`);
  await database.owner.query(leaveMarks);
  const before = await ahead();
  expect(before?.marks).toBeGreaterThan(1);
  expect(before?.jobs).toBe(3);

  expect(await setTimetableRight(kyselyOn(pool))).toEqual({ marks: before?.marks, jobs: 3 });
  expect(await ahead()).toEqual({ marks: 0, jobs: 0 });
  const { rows } = await database.owner.query(
    `select start_after > now() + interval '49 minutes' still from pgboss.job where id = $1`,
    [waiting],
  );
  expect(rows).toEqual([{ still: true }]);
  expect(await setTimetableRight(kyselyOn(pool))).toEqual({ marks: 0, jobs: 0 });
  await database.owner.query(`delete from pgboss.job where name = 'clock.any'`);
});

// Both wait for the timetable, each on a database of its own.
test.concurrent('a start after a clock 35 days ahead finds the timetable stopped, and sets it going', async () => {
  await database.owner.query(leaveMarks);
  await running(database.url);
  await until(
    'orders to lapse by the timetable',
    async () => {
      const { rows } = await database.owner.query(
        `select 1 from pgboss.job where name = 'trading.lapse' and state = 'completed' and created_on <= now()`,
      );
      return rows.length > 0;
    },
    45_000,
  );
});

test.concurrent('a process at work notices by itself', async () => {
  const other = await freshDatabase('demo');
  const own = openPool({ url: other.url, role: 'cryptocommerce_app', max: 4 });
  const log = { warn: (_fields: object, text: string) => void said.push(text) };
  const jobs = await openJobs({ pool: own, log, onError: () => undefined, lookEvery: 200 });
  let runs = 0;
  const run = async () => {
    runs += 1;
  };
  const job: Job = { name: 'clock.minute', cron: '* * * * *', run };
  await jobs.prepare([job]);
  await jobs.work([job]);
  await other.owner.query(leaveMarks);
  await until('the marks to be set right', async () => {
    const { rows } = await other.owner.query(`select 1 from pgboss.version where cron_on <= now()`);
    return rows.length > 0;
  });
  expect(said).toContain('the timetable stood in the future and was set right');
  await until('the job to run', () => runs > 0, 80_000);
  await jobs.stop();
  await own.end();
}, 120_000);

test('a clock that is put back while a job runs holds up no queue', async () => {
  let turns = 0;
  const job: Job = {
    name: 'clock.back',
    run: async () => {
      turns += 1;
      const real = Date.now;
      // What every part of the process reads from here on is three hours less.
      if (turns === 1) vi.spyOn(Date, 'now').mockImplementation(() => real() - 3 * 3_600_000);
      await sleep(20);
    },
  };
  const jobs = await open();
  await jobs.prepare([job]);
  await jobs.work([job]);
  const db = kyselyOn(pool);
  await jobs.enqueue(db, 'clock.back', {});
  await until('the first job', () => turns === 1);
  await jobs.enqueue(db, 'clock.back', {});
  await until('the second job', () => turns === 2);
});
