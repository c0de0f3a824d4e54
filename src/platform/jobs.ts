import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { type Clock, fromKysely, PgBoss, type QueueResult, type Schedule, systemClock } from 'pg-boss';
import { type Db, kyselyOn } from './database.ts';
import { dueQueues, lastRuns, setTimetableRight, waitingOf } from './timetable-store.ts';

/**
 * Work that happens later, on whichever machine is free. Every job may run twice: `run` must do no harm the second
 * time. `cron` (in UTC) makes it recur; otherwise it runs when somebody enqueues it.
 */
export type Job<Data extends object = object> = {
  readonly name: string;
  readonly cron?: string;
  /** Tries after the first, and the seconds before the second; the wait doubles each time, up to an hour. */
  readonly retries?: { readonly limit: number; readonly delay: number };
  /** So many run at a time in one process, of one `lane` in their data one: for what waits for machines of others. */
  readonly lanes?: number;
  readonly run: (data: Data) => Promise<unknown>;
};

/** Letters are tried for two days, once an hour in the end: no night without a mail server loses one. */
export const mailPatience = { limit: 60, delay: 4 } as const;

export type Due = { readonly name: string; readonly since: Date };

/** Whose turn it is, and how many turns later it comes than those of others. */
export type Turn = { readonly owner: string; readonly behind: number };

export type Jobs = {
  /** Puts a job into the caller's transaction: it exists if, and only if, that commits. */
  enqueue: (tx: Db, name: string, data: object) => Promise<void>;
  /**
   * Puts a job behind as many as its owner has in that queue already, and so many more: each owner has one turn after
   * the other, however much one of them has waiting.
   */
  enqueueInTurn: (name: string, data: object, turn: Turn) => Promise<void>;
  /** Makes the queues, so that things can be put into them, also by processes that run no jobs. */
  prepare: (jobs: readonly Job<never>[]) => Promise<void>;
  /** Starts the workers for these jobs, and their timetable. */
  work: (jobs: readonly Job<never>[]) => Promise<void>;
  /** What of the timetable should have run by `moment`, counted from its last run or from the start of this process. */
  due: (moment: Date) => Promise<Due[]>;
  /** Has work that was given up done once more, in the caller's transaction; leaves alone what is not given up. */
  tryAgain: (tx: Db, job: { readonly name: string; readonly id: string }) => Promise<void>;
  stop: () => Promise<void>;
};

type Options = {
  pool: pg.Pool;
  onError: (error: Error) => void;
  log: { warn(fields: object, text: string): void };
  /** False in a process that only puts jobs in: it keeps no timetable and tidies up no queue. */
  works?: boolean;
  /** Milliseconds between two looks for marks in the future. */
  lookEvery?: number;
  /** What the library waits by. */
  clock?: Clock;
};

/**
 * The library works out its pauses from this clock, so it must not be one that can be put back: each
 * pause under way would grow by as much. Where it needs the hour, it adds how far the database's clock is from this.
 */
export const steadyClock: Clock = { ...systemClock, now: () => Math.round(performance.timeOrigin + performance.now()) };

/** Opens the queue on connections of its own role. `work` is called by processes that are to run jobs. */
export async function openJobs({
  pool,
  onError,
  log,
  works = true,
  lookEvery = 600_000,
  clock = steadyClock,
}: Options): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values as unknown[]) },
    clock,
    clockMonitorIntervalSeconds: 10,
    migrate: false,
    createSchema: false,
    supervise: works,
    schedule: works,
    cronMonitorIntervalSeconds: 10,
    cronWorkerIntervalSeconds: 5,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', onError);
  const setRight = async () => {
    const righted = await setTimetableRight(kyselyOn(pool));
    if (righted.marks + righted.jobs > 0) log.warn(righted, 'the timetable stood in the future and was set right');
  };
  await setRight();
  await boss.start();
  let look: NodeJS.Timeout | undefined;
  const employed = new Map<string, readonly string[]>();
  const wake = awakening(boss, { pool, employed, onError });
  const begun = new Date();
  return {
    enqueue: async (tx, name, data) => {
      await boss.send(name, data, { ...groupOf(data), db: fromKysely(tx) });
    },
    enqueueInTurn: async (name, data, turn) => {
      await boss.send(name, data, { ...groupOf(data), priority: await priorityOf(pool, name, turn) });
    },
    prepare: async (jobs) => {
      const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
      for (const job of jobs) await makeQueue(boss, job as Job, known.get(job.name));
    },
    work: async (jobs) => {
      look = setInterval(() => void setRight().catch(onError), lookEvery).unref();
      const timetable = await boss.getSchedules();
      for (const job of jobs) {
        employed.set(job.name, await employ(boss, job as Job, onError));
        await enterTimetable(boss, job as Job, timetable);
      }
      wake.begin();
    },
    due: async (moment) =>
      (await lastRuns(kyselyOn(pool))).flatMap(({ name, cron, ranAt }) => {
        // A run, or a start, in the future was none: the clock was wrong then.
        const from = [begun, ranAt]
          .filter((at) => at !== null && at <= moment)
          .toSorted(byTime)
          .at(-1);
        const [since] = from ? boss.previewSchedule(cron, { from, count: 1, tz: 'UTC' }) : [];
        return since && since < moment ? [{ name, since }] : [];
      }),
    tryAgain: async (tx, { name, id }) => void (await boss.retry(name, id, { db: fromKysely(tx) })),
    stop: async () => {
      clearInterval(look);
      wake.end();
      await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}

/** What comes later than the others' has a priority below theirs. */
const priorityOf = async (pool: pg.Pool, name: string, { owner, behind }: Turn): Promise<number> =>
  -behind - (await waitingOf(kyselyOn(pool), { name, owner }));

const groupOf = (data: object) => ('lane' in data && typeof data.lane === 'string' ? { group: { id: data.lane } } : {});

const underWay = new AsyncLocalStorage<string>();

/**
 * The id of the job that is being run, the same when it runs again; undefined outside of any. What a job leaves behind
 * once, it leaves under this.
 */
export const jobUnderWay = (): string | undefined => underWay.getStore();

/** Runs something as the job of this id. */
export const asJob = <T>(id: string, run: () => T): T => underWay.run(id, run);

const byTime = (a: Date | null, b: Date | null) => Number(a) - Number(b);

const everyMinute = '* * * * *';
/** What runs seldom is kept for three days, in seconds, so that it can be seen when it last did. */
const keptFor = 259_200;

/**
 * Seconds after which a job whose process says nothing more is tried again: it was killed, or its line is gone. Without
 * it a letter that it had in its hands would wait for a quarter of an hour.
 */
const silence = 60;

/** Makes a queue, or changes the one that is known. Every start comes by with all: most stand as they should. */
async function makeQueue(boss: PgBoss, { name, cron, retries }: Job, known: QueueResult | undefined) {
  const patience = { retryLimit: retries?.limit ?? 2, retryDelay: retries?.delay ?? 30, retryBackoff: true };
  // What waits is kept for a year: a clock that ran ahead must not make a letter look as if nobody wanted it.
  const kept = { deleteAfterSeconds: cron && cron !== everyMinute ? keptFor : 3600, retentionSeconds: 31_536_000 };
  const queue = { ...patience, ...kept, retryDelayMax: 3600, heartbeatSeconds: silence };
  if (!known) await boss.createQueue(name, queue);
  else if (!agrees(known, queue)) await boss.updateQueue(name, queue);
}

/** Whether something has all of these values already. */
const agrees = (known: object, wanted: object): boolean =>
  Object.entries(wanted).every(([key, value]) => known[key as keyof typeof known] === value);

/** What fell due while no process ran, runs once when one does. */
const inTheTimetable = { tz: 'UTC', missed: 'once' } as const;

async function enterTimetable(boss: PgBoss, { name, cron }: Job, timetable: readonly Schedule[]) {
  if (!cron) return;
  const known = timetable.find((line) => line.name === name && line.key === '');
  if (known?.cron === cron && agrees(known.options ?? {}, inTheTimetable)) return;
  await boss.schedule(name, cron, {}, inTheTimetable);
}

/**
 * Milliseconds between two looks for what is due, at all queues at once: somebody may wait for a mail. And the seconds
 * after which a worker looks by itself, should that look have failed.
 */
const looks = { together: 500, alone: 15 };

type Employed = {
  readonly pool: pg.Pool;
  /** The workers of each queue. */
  readonly employed: ReadonlyMap<string, readonly string[]>;
  readonly onError: (error: Error) => void;
};

/** Wakes the workers of queues that have something due. One statement asks for all: each worker would ask by itself. */
function awakening(boss: PgBoss, { pool, employed, onError }: Employed) {
  let next: NodeJS.Timeout | undefined;
  let ended = false;
  const once = async () => {
    for (const name of await dueQueues(kyselyOn(pool), [...employed.keys()]))
      for (const worker of employed.get(name) ?? []) boss.notifyWorker(worker);
  };
  const again = () => {
    if (!ended) next = setTimeout(() => void once().catch(onError).finally(again), looks.together).unref();
  };
  const end = () => {
    ended = true;
    clearTimeout(next);
  };
  return { begin: again, end };
}

/** Answers the workers that now wait for jobs of this name. */
async function employ(boss: PgBoss, { name, run, lanes = 1 }: Job, onError: (error: Error) => void) {
  const pause = looks.alone * lanes;
  const options = { pollingIntervalSeconds: pause, batchSize: 1, ...(lanes > 1 && { localGroupConcurrency: 1 }) };
  const open = async () => {
    const worker: string = await boss.work(name, options, async ([job]) => {
      try {
        if (job) await asJob(job.id, () => run((job.data ?? {}) as object));
      } catch (error) {
        onError(error as Error);
        throw error;
      } finally {
        // Where there was one there may be more: only an empty queue is looked at again after a pause.
        boss.notifyWorker(worker);
      }
    });
    return worker;
  };
  const workers: string[] = [];
  for (let n = 0; n < lanes; n++) workers.push(await open());
  return workers;
}
