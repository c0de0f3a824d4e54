import { type Job, type Jobs, RetryLater } from '../jobs/jobs.ts';

const slowThresholdMs = 2_000;
const slowHostMemory = { ms: 3_600_000, max: 10_000 } as const;

/** Set of names that expire after `ms`. A full set drops its oldest names. */
export function ttlSet({ ms, max }: { readonly ms: number; readonly max: number }) {
  const expiries = new Map<string, number>();
  return {
    has: (name: string): boolean => (expiries.get(name) ?? 0) > performance.now(),
    add: (name: string): void => {
      expiries.delete(name);
      expiries.set(name, performance.now() + ms);
      const [oldest] = expiries.size > max ? expiries.keys() : [];
      if (oldest !== undefined) expiries.delete(oldest);
    },
    drop: (name: string): void => void expiries.delete(name),
  };
}

type Outcome = { readonly isDone: boolean; readonly isSlow: boolean };

async function measure<T>(work: () => Promise<T>, outcome: (how: Outcome) => void): Promise<T> {
  const startedAt = performance.now();
  let isDone = false;
  try {
    const result = await work();
    isDone = true;
    return result;
  } finally {
    outcome({ isDone, isSlow: performance.now() - startedAt > slowThresholdMs });
  }
}

/** Jobs of one `lane` run one at a time. Lanes of one `owner` get turns together. */
type LaneData = { readonly lane?: string; readonly owner?: string };
type QueueOptions<About extends LaneData> = Pick<Job<About>, 'name' | 'retries' | 'run'> & {
  readonly concurrency: number;
  readonly jobs: Pick<Jobs, 'enqueueFairly'>;
};

const silentPenalty = 1_000;

/** Moves slow or unresponsive hosts to a second queue for an hour, so that they cannot occupy all workers. */
export function withSlowHostQueue<About extends LaneData>(options: QueueOptions<About>): Job<About>[] {
  const { name, retries, run, concurrency, jobs } = options;
  const slowQueue = `${name}_slow`;
  const [slowHosts, silentHosts] = [ttlSet(slowHostMemory), ttlSet(slowHostMemory)];
  const remember = (lane: string, outcome: Outcome) => {
    if (outcome.isSlow) slowHosts.add(lane);
    // A quick failure does not prove that a slow host has recovered.
    else if (outcome.isDone) slowHosts.drop(lane);
    if (outcome.isSlow && !outcome.isDone) silentHosts.add(lane);
    else if (outcome.isDone) silentHosts.drop(lane);
  };
  const retryOptions = retries && { retries };
  return [
    {
      name,
      concurrency,
      ...retryOptions,
      run: async (data) => {
        const { lane, owner = lane } = data;
        if (lane === undefined || owner === undefined) return run(data);
        const turn = { owner, penalty: silentHosts.has(lane) ? silentPenalty : 0 };
        if (slowHosts.has(lane)) return jobs.enqueueFairly(slowQueue, data, turn);
        return measure(
          () => run(data),
          (outcome) => remember(lane, outcome),
        );
      },
    },
    {
      name: slowQueue,
      ...retryOptions,
      run: (data) =>
        measure(
          () => run(data),
          (outcome) => data.lane !== undefined && remember(data.lane, outcome),
        ),
    },
  ];
}

const silentHostMemory = { ms: 60_000, max: 10_000 } as const;

/** Skips a host for a minute after it did not respond. Throws `RetryLater`, so that the queue retries. */
export function hostCircuitBreaker<T>(send: (url: string) => Promise<T>): (url: string) => Promise<T> {
  const silent = ttlSet(silentHostMemory);
  return async (url) => {
    const { host } = new URL(url);
    if (silent.has(host)) throw new RetryLater('the host was silent a moment ago');
    const startedAt = performance.now();
    try {
      return await send(url);
    } catch (error) {
      if (performance.now() - startedAt > slowThresholdMs) silent.add(host);
      throw new RetryLater('the host could not be reached', { cause: error });
    }
  };
}
