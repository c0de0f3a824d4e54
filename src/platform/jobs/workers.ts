import { setTimeout as wait } from 'node:timers/promises';
import { fairQueue, type QueueKeys } from '../limits/fair-queue.ts';
import { refusal } from '../messages.ts';
import { type Program, WorkExceeded, Worker } from './worker.ts';
import type { WorkerMessage } from './worker-entry.ts';

export { WorkExceeded } from './worker.ts';

type PoolOptions = Program & {
  readonly threads: number;
  readonly maxWaiting: number;
  readonly maxWaitingPerKey: readonly number[];
  readonly maxCpuMs: number;
  readonly timeoutMs: number;
};

/** A worker that does not respond for this time counts as hung. */
const hangTimeoutMs = 600_000;
const pollMs = 50;

/**
 * Creates a pool of workers. A task over its limits throws {@link WorkExceeded}. At the deadline, the caller is refused
 * with `general.overloaded`, but the worker finishes the task before it takes the next.
 */
export function workerPool<Task, Result>(pool: PoolOptions) {
  const { threads, maxWaiting, maxWaitingPerKey, maxCpuMs, timeoutMs } = pool;
  const queue = fairQueue({ concurrency: threads, maxWaiting, maxWaitingPerKey });
  const idle = new Set<Worker>();
  const takeWorker = () => {
    const [idleWorker] = idle;
    const worker = idleWorker ?? new Worker(pool, (exited) => idle.delete(exited));
    idle.delete(worker);
    worker.hold(true);
    return worker;
  };
  const runTask = async (task: Task, deadline: AbortSignal): Promise<Result> => {
    const worker = takeWorker();
    try {
      await withDeadline(enforceLimits(worker, worker.started, Number.POSITIVE_INFINITY), deadline);
      const reply = (await enforceLimits(worker, worker.run(task), maxCpuMs)) as Exclude<
        WorkerMessage<Result>,
        'started'
      >;
      if ('failed' in reply) throw new Error(reply.failed);
      return reply.done;
    } finally {
      worker.hold(false);
      if (!worker.isGone) idle.add(worker);
    }
  };
  return (keys: QueueKeys, task: Task, deadline = AbortSignal.timeout(timeoutMs)): Promise<Result> =>
    withDeadline(
      queue(keys, () => runTask(task, deadline), deadline),
      deadline,
    );
}

async function withDeadline<T>(work: Promise<T>, deadline: AbortSignal): Promise<T> {
  const lateness = Promise.withResolvers<never>();
  const onDeadline = () => lateness.reject(refusal('general.overloaded', {}));
  if (deadline.aborted) onDeadline();
  deadline.addEventListener('abort', onDeadline);
  try {
    return await Promise.race([work, lateness.promise]);
  } finally {
    deadline.removeEventListener('abort', onDeadline);
  }
}

async function enforceLimits<T>(worker: Worker, result: Promise<T>, maxCpuMs: number): Promise<T> {
  const finished = new AbortController();
  const hangTimer = setTimeout(() => worker.end(refusal('general.overloaded', {})), hangTimeoutMs).unref();
  watchCpu(worker, maxCpuMs, finished.signal).catch(() => undefined);
  try {
    return await result;
  } finally {
    finished.abort();
    clearTimeout(hangTimer);
  }
}

async function watchCpu(worker: Worker, maxCpuMs: number, signal: AbortSignal): Promise<void> {
  if (maxCpuMs === Number.POSITIVE_INFINITY) return;
  const startCpuMs = await worker.cpuMs();
  // Sleeps for the remaining CPU time, because the limit cannot be reached sooner.
  for (let remainingMs = maxCpuMs; remainingMs > 0; remainingMs = maxCpuMs - ((await worker.cpuMs()) - startCpuMs))
    await wait(Math.max(remainingMs, pollMs), undefined, { signal, ref: false });
  worker.end(new WorkExceeded(`a worker used ${maxCpuMs} ms of processor time`));
}
