import { sql } from 'kysely';
import type pg from 'pg';
import { fromKysely, PgBoss } from 'pg-boss';
import type { Db } from './database.ts';

/**
 * Work that happens later, on whichever machine is free. Every job may run twice: `run` must do no harm the second
 * time. `cron` (in UTC) makes it recur; otherwise it runs when somebody enqueues it.
 */
export type Job<Data extends object = object> = {
  readonly name: string;
  readonly cron?: string;
  /** Tries after the first, and the seconds before the second; the wait doubles each time, up to an hour. */
  readonly retries?: { readonly limit: number; readonly delay: number };
  readonly run: (data: Data) => Promise<unknown>;
};

/** Letters are tried for two days, once an hour in the end: no night without a mail server loses one. */
export const mailPatience = { limit: 60, delay: 4 } as const;

export type Jobs = {
  /** Puts a job into the caller's transaction: it exists if, and only if, that commits. */
  enqueue: (tx: Db, name: string, data: object) => Promise<void>;
  /** Makes the queues, so that things can be put into them, also by processes that run no jobs. */
  prepare: (jobs: readonly Job<never>[]) => Promise<void>;
  /** Starts the workers for these jobs, and their timetable. */
  work: (jobs: readonly Job<never>[]) => Promise<void>;
  stop: () => Promise<void>;
};

type Options = { pool: pg.Pool; onError: (error: Error) => void };

/** Opens the queue on the application's own pool. `work` is called by processes that are to run jobs. */
export async function openJobs({ pool, onError }: Options): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values as unknown[]) },
    migrate: false,
    createSchema: false,
    cronWorkerIntervalSeconds: 5,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', onError);
  await boss.start();
  return {
    enqueue: async (tx, name, data) => void (await boss.send(name, data, { db: fromKysely(tx) })),
    prepare: async (jobs) => {
      for (const job of jobs) await makeQueue(boss, job as Job);
    },
    work: async (jobs) => {
      for (const job of jobs) await employ(boss, job as Job, onError);
    },
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  };
}

async function makeQueue(boss: PgBoss, { name, retries }: Job) {
  const patience = { retryLimit: retries?.limit ?? 2, retryDelay: retries?.delay ?? 30, retryBackoff: true };
  const queue = { ...patience, retryDelayMax: 3600, deleteAfterSeconds: 3600 };
  if (await boss.getQueue(name)) await boss.updateQueue(name, queue);
  else await boss.createQueue(name, queue);
}

/** Seconds between looks for work: somebody may wait for a mail, nobody for what the clock starts. */
const looks = { asked: 0.5, byTheClock: 5 };

async function employ(boss: PgBoss, { name, cron, run }: Job, onError: (error: Error) => void) {
  const options = { pollingIntervalSeconds: cron ? looks.byTheClock : looks.asked, batchSize: 1 };
  await boss.work(name, options, async ([job]) => {
    try {
      await run((job?.data ?? {}) as object);
    } catch (error) {
      onError(error as Error);
      throw error;
    }
  });
  if (cron) await boss.schedule(name, cron, {}, { tz: 'UTC' });
}

/** How many jobs of a queue wait or failed for good: for the operator's readiness view. */
export async function backlog(db: Db, name: string): Promise<{ waiting: number; failed: number }> {
  const { rows } = await sql<{ waiting: number; failed: number }>`
    select count(*) filter (where state in ('created', 'retry', 'active'))::int waiting,
           count(*) filter (where state = 'failed')::int failed
      from pgboss.job where name = ${name}`.execute(db);
  return rows[0] ?? { waiting: 0, failed: 0 };
}
