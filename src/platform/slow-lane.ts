import type pg from 'pg';
import { asSystem } from './database.ts';
import type { Job, Jobs } from './jobs.ts';

/** Milliseconds after which whoever was told something counts as slow, whatever they answered. */
const slowFrom = 2_000;
/** So long it is remembered who was slow, and of so many. */
const remembered = { ms: 3_600_000, most: 10_000 } as const;

/** Names that something is true of for a while; the oldest are forgotten first. */
export function forAWhile({ ms, most }: { readonly ms: number; readonly most: number }) {
  const until = new Map<string, number>();
  return {
    has: (name: string): boolean => (until.get(name) ?? 0) > performance.now(),
    add: (name: string): void => {
      until.delete(name);
      until.set(name, performance.now() + ms);
      const [oldest] = until.size > most ? until.keys() : [];
      if (oldest !== undefined) until.delete(oldest);
    },
    drop: (name: string): void => void until.delete(name),
  };
}

/** Does something, and says whether it took as long as nobody else should wait. */
async function timed<T>(act: () => Promise<T>, wasSlow: (slow: boolean) => void): Promise<T> {
  const begun = performance.now();
  try {
    return await act();
  } finally {
    wasSlow(performance.now() - begun > slowFrom);
  }
}

type Laned = { readonly lane?: string };
type Telling<About extends Laned> = Pick<Job<About>, 'name' | 'retries' | 'run'> & {
  readonly lanes: number;
  readonly jobs: Jobs;
  readonly pool: pg.Pool;
};

/**
 * Work that waits for machines of others, which anybody may name: whose machine was silent or slow is told in a lane
 * aside for a while, one at a time, so that some who never answer do not hold every lane. Who answers in time there is
 * told among the others again.
 */
export function withSlowLane<About extends Laned>(telling: Telling<About>): Job<About>[] {
  const { name, retries, run, lanes, jobs, pool } = telling;
  const slowName = `${name}_slow`;
  const slow = forAWhile(remembered);
  const patience = retries && { retries };
  return [
    {
      ...{ name, lanes, ...patience },
      run: async (about) => {
        const { lane } = about;
        if (lane === undefined) return run(about);
        if (slow.has(lane)) return asSystem(pool, (tx) => jobs.enqueue(tx, slowName, about));
        return timed(
          () => run(about),
          (wasSlow) => wasSlow && slow.add(lane),
        );
      },
    },
    {
      ...{ name: slowName, ...patience },
      run: (about) =>
        timed(
          () => run(about),
          (wasSlow) => about.lane !== undefined && (wasSlow ? slow.add(about.lane) : slow.drop(about.lane)),
        ),
    },
  ];
}

/** For so long nobody is sent to a host that was silent. */
const hostRest = { ms: 60_000, most: 10_000 } as const;

/**
 * Sends to no host for a minute once it was silent: of a maker that is away each browser would else be waited for. What
 * is not sent is tried again by the queue.
 */
export function restingHosts<T>(send: (url: string) => Promise<T>): (url: string) => Promise<T> {
  const silent = forAWhile(hostRest);
  return async (url) => {
    const { host } = new URL(url);
    if (silent.has(host)) throw new Error('that host was silent a moment ago');
    const begun = performance.now();
    try {
      return await send(url);
    } catch (error) {
      if (performance.now() - begun > slowFrom) silent.add(host);
      throw error;
    }
  };
}
