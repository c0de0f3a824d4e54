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

/** How it went with the machine of somebody: whether it was done, and took as long as nobody else should wait. */
type Went = { readonly done: boolean; readonly slow: boolean };

async function timed<T>(act: () => Promise<T>, went: (how: Went) => void): Promise<T> {
  const begun = performance.now();
  let done = false;
  try {
    const said = await act();
    done = true;
    return said;
  } finally {
    went({ done, slow: performance.now() - begun > slowFrom });
  }
}

/** Those of one `lane` wait for each other; those of one `owner`, who may have several, share one turn aside. */
type Laned = { readonly lane?: string; readonly owner?: string };
type Telling<About extends Laned> = Pick<Job<About>, 'name' | 'retries' | 'run'> & {
  readonly lanes: number;
  readonly jobs: Pick<Jobs, 'enqueueInTurn'>;
};

/** So many turns behind everybody else waits whoever never answers. */
const silentBehind = 1_000;

/**
 * Work that waits for machines of others, which anybody may name: whose machine was silent or slow is told in a lane
 * aside for a while, one at a time, so that some who never answer do not hold every lane. There each owner has a turn
 * after the other, whoever answers, if slowly, before whoever was silent. Who takes it in time is told among the others
 * again.
 */
export function withSlowLane<About extends Laned>(telling: Telling<About>): Job<About>[] {
  const { name, retries, run, lanes, jobs } = telling;
  const slowName = `${name}_slow`;
  const [slow, silent] = [forAWhile(remembered), forAWhile(remembered)];
  const remember = (lane: string, went: Went) => {
    if (went.slow) slow.add(lane);
    // A host that rests, or says that it takes nothing, answered in no time and is as slow as before.
    else if (went.done) slow.drop(lane);
    if (went.slow && !went.done) silent.add(lane);
    else if (went.done) silent.drop(lane);
  };
  const patience = retries && { retries };
  return [
    {
      ...{ name, lanes, ...patience },
      run: async (about) => {
        const { lane, owner = lane } = about;
        if (lane === undefined || owner === undefined) return run(about);
        const turn = { owner, behind: silent.has(lane) ? silentBehind : 0 };
        if (slow.has(lane)) return jobs.enqueueInTurn(slowName, about, turn);
        return timed(
          () => run(about),
          (went) => remember(lane, went),
        );
      },
    },
    {
      ...{ name: slowName, ...patience },
      run: (about) =>
        timed(
          () => run(about),
          (went) => about.lane !== undefined && remember(about.lane, went),
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
