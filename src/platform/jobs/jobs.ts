import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { type Clock, fromKysely, PgBoss, type QueueResult, type Schedule, systemClock } from 'pg-boss';
import { createKysely, type Db } from '../database/database.ts';
import { countWaiting, findDueQueues, loadLastRuns, repairSchedules } from './schedule-store.ts';

/** `run` must be idempotent. A job with `cron` (UTC) recurs; other jobs run when enqueued. */
export type Job<Data extends object = object> = {
  readonly name: string;
  readonly cron?: string;
  /** Retries after the first attempt. `delay`, in seconds, doubles up to an hour. */
  readonly retries?: { readonly limit: number; readonly delay: number };
  /** Parallel runs in one process, but one at a time for each `lane` in the data. */
  readonly concurrency?: number;
  readonly run: (data: Data) => Promise<unknown>;
};

/** Two days of retries, hourly at the end, so that an outage of the mail server loses no mail. */
export const mailRetries = { limit: 60, delay: 4 } as const;

export type Due = { readonly name: string; readonly since: Date };

export type FairTurn = { readonly owner: string; readonly penalty: number };

export type Jobs = {
  /** Enqueues in the caller's transaction. */
  enqueue: (tx: Db, name: string, data: object) => Promise<void>;
  /** Enqueues with lower priority for each waiting job of the owner, so that owners alternate. */
  enqueueFairly: (name: string, data: object, turn: FairTurn) => Promise<void>;
  prepare: (jobs: readonly Job<never>[]) => Promise<void>;
  work: (jobs: readonly Job<never>[]) => Promise<void>;
  /** Finds recurring jobs that should have run by `moment`. */
  due: (moment: Date) => Promise<Due[]>;
  /** Retries a failed job in the caller's transaction. Ignores jobs that still have retries left. */
  retry: (tx: Db, job: { readonly name: string; readonly id: string }) => Promise<void>;
  stop: () => Promise<void>;
};

type Options = {
  pool: pg.Pool;
  onError: (error: Error, procedure?: string) => void;
  log: { warn(fields: object, text: string): void };
  isWorker?: boolean;
  repairIntervalMs?: number;
  clock?: Clock;
};

/** Monotonic clock, so that setting back the system clock does not prolong pauses. */
export const steadyClock: Clock = { ...systemClock, now: () => Math.round(performance.timeOrigin + performance.now()) };

export async function openJobs({
  pool,
  onError,
  log,
  isWorker = true,
  repairIntervalMs = 600_000,
  clock = steadyClock,
}: Options): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values as unknown[]) },
    clock,
    clockMonitorIntervalSeconds: 10,
    migrate: false,
    createSchema: false,
    supervise: isWorker,
    schedule: isWorker,
    cronMonitorIntervalSeconds: 10,
    cronWorkerIntervalSeconds: 5,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', (error) => onError(error));
  const repair = async () => {
    const repaired = await repairSchedules(createKysely(pool));
    if (repaired.timestamps + repaired.jobs > 0)
      log.warn(repaired, 'the timetable was in the future and was corrected');
  };
  await repair();
  await boss.start();
  let repairTimer: NodeJS.Timeout | undefined;
  const workersByQueue = new Map<string, readonly string[]>();
  const waker = createWaker(boss, { pool, workersByQueue, onError });
  const startedAt = new Date();
  return {
    enqueue: async (tx, name, data) => {
      await boss.send(name, data, { ...getGroup(data), db: fromKysely(tx) });
    },
    enqueueFairly: async (name, data, turn) => {
      await boss.send(name, data, { ...getGroup(data), priority: await getPriority(pool, name, turn) });
    },
    prepare: async (jobs) => {
      const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
      for (const job of jobs) await upsertQueue(boss, job as Job, known.get(job.name));
    },
    work: async (jobs) => {
      repairTimer = setInterval(() => void repair().catch(onError), repairIntervalMs).unref();
      const timetable = await boss.getSchedules();
      for (const job of jobs) {
        workersByQueue.set(job.name, await startWorkers(boss, job as Job, onError));
        await upsertSchedule(boss, job as Job, timetable);
      }
      waker.begin();
    },
    due: async (moment) =>
      (await loadLastRuns(createKysely(pool))).flatMap(({ name, cron, ranAt }) => {
        const lastSeen = [startedAt, ranAt]
          .filter((at) => at !== null && at <= moment)
          .toSorted(compareTimes)
          .at(-1);
        const [since] = lastSeen ? boss.previewSchedule(cron, { from: lastSeen, count: 1, tz: 'UTC' }) : [];
        return since && since < moment ? [{ name, since }] : [];
      }),
    retry: async (tx, { name, id }) => void (await boss.retry(name, id, { db: fromKysely(tx) })),
    stop: async () => {
      clearInterval(repairTimer);
      waker.end();
      await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}

const getPriority = async (pool: pg.Pool, name: string, { owner, penalty }: FairTurn): Promise<number> =>
  -penalty - (await countWaiting(createKysely(pool), { name, owner }));

const getGroup = (data: object) =>
  'lane' in data && typeof data.lane === 'string' ? { group: { id: data.lane } } : {};

export class RetryLater extends Error {
  override readonly name = 'RetryLater';
}

const jobContext = new AsyncLocalStorage<string>();

/** Returns the id of the running job. A retry has the same id, for idempotent effects. */
export const getCurrentJobId = (): string | undefined => jobContext.getStore();

export const runAsJob = <T>(id: string, run: () => T): T => jobContext.run(id, run);

const compareTimes = (a: Date | null, b: Date | null) => Number(a) - Number(b);

const everyMinute = '* * * * *';
/** Finished recurring jobs are kept for three days, so that their last run is visible. */
const retentionSeconds = 259_200;

/** A job without a heartbeat for this time counts as killed and is retried. */
const heartbeatSeconds = 60;

async function upsertQueue(boss: PgBoss, { name, cron, retries }: Job, known: QueueResult | undefined) {
  const retry = { retryLimit: retries?.limit ?? 2, retryDelay: retries?.delay ?? 30, retryBackoff: true };
  // Keeps waiting jobs for a year, so that a clock that ran ahead does not expire them.
  const retention = {
    deleteAfterSeconds: cron && cron !== everyMinute ? retentionSeconds : 3600,
    retentionSeconds: 31_536_000,
  };
  const queue = { ...retry, ...retention, retryDelayMax: 3600, heartbeatSeconds };
  if (!known) await boss.createQueue(name, queue);
  else if (!hasValues(known, queue)) await boss.updateQueue(name, queue);
}

const hasValues = (known: object, wanted: object): boolean =>
  Object.entries(wanted).every(([key, value]) => known[key as keyof typeof known] === value);

/** Runs a recurring job once after a downtime, however many runs were missed. */
const scheduleOptions = { tz: 'UTC', missed: 'once' } as const;

async function upsertSchedule(boss: PgBoss, { name, cron }: Job, timetable: readonly Schedule[]) {
  if (!cron) return;
  const known = timetable.find((line) => line.name === name && line.key === '');
  if (known?.cron === cron && hasValues(known.options ?? {}, scheduleOptions)) return;
  await boss.schedule(name, cron, {}, scheduleOptions);
}

/** Pause between polls of all queues, and the fallback poll of each worker. */
const pollIntervals = { allQueuesMs: 500, workerSeconds: 15 };

type WakerOptions = {
  readonly pool: pg.Pool;
  readonly workersByQueue: ReadonlyMap<string, readonly string[]>;
  readonly onError: (error: Error) => void;
};

/** Polls all queues with one statement and wakes the workers of queues with due jobs. */
function createWaker(boss: PgBoss, { pool, workersByQueue, onError }: WakerOptions) {
  let next: NodeJS.Timeout | undefined;
  let ended = false;
  const wakeDue = async () => {
    for (const name of await findDueQueues(createKysely(pool), [...workersByQueue.keys()]))
      for (const worker of workersByQueue.get(name) ?? []) boss.notifyWorker(worker);
  };
  const schedule = () => {
    if (!ended)
      next = setTimeout(() => void wakeDue().catch(onError).finally(schedule), pollIntervals.allQueuesMs).unref();
  };
  const end = () => {
    ended = true;
    clearTimeout(next);
  };
  return { begin: schedule, end };
}

async function startWorkers(boss: PgBoss, { name, run, concurrency = 1 }: Job, onError: Options['onError']) {
  const pollSeconds = pollIntervals.workerSeconds * concurrency;
  const options = {
    pollingIntervalSeconds: pollSeconds,
    batchSize: 1,
    ...(concurrency > 1 && { localGroupConcurrency: 1 }),
  };
  const open = async () => {
    const worker: string = await boss.work(name, options, async ([job]) => {
      try {
        if (job) await runAsJob(job.id, () => run((job.data ?? {}) as object));
      } catch (error) {
        if (!(error instanceof RetryLater)) onError(error as Error, `job ${name}`);
        throw error;
      } finally {
        boss.notifyWorker(worker);
      }
    });
    return worker;
  };
  const workers: string[] = [];
  for (let n = 0; n < concurrency; n++) workers.push(await open());
  return workers;
}
