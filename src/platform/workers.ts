import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { inTurn, type Whose } from './turns.ts';

type Pool = {
  /** The module that a thread runs: it answers each message with one, `{ done }` or `{ failed }`. */
  readonly program: URL;
  readonly threads: number;
  /** Acts that may wait, altogether and of each name, the widest first. */
  readonly waiting: number;
  readonly ofOne: readonly number[];
  /** Milliseconds after which an act is given up and its thread ended. */
  readonly patience: number;
  /** Megabytes that a thread may hold. */
  readonly memory: number;
};

type Answer<Done> = { readonly done: Done } | { readonly failed: string };

/** A thread was ended over what it was asked: it took too long or too much memory. */
export class WorkerEnded extends Error {}

/**
 * Threads of their own for work that takes a core for long: neither the loop that answers everybody nor the four
 * threads that read and write files wait for it. They start when they are needed first and stay; none keeps the process
 * alive by itself. Turns are fair: see {@link inTurn}.
 */
export function workerPool<Asked, Done>({ program, threads, memory, patience, ...room }: Pool) {
  const turn = inTurn({ places: threads, ...room });
  const idle = new Set<Worker>();
  const start = () => {
    const worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: memory } });
    // Told to whoever waits for its answer; one that ends while it has nothing to do is not asked again.
    worker.on('error', () => undefined);
    worker.once('exit', () => idle.delete(worker));
    return worker;
  };
  return (whose: Whose, asked: Asked): Promise<Done> =>
    turn(whose, async () => {
      const [rested] = idle;
      const worker = rested ?? start();
      idle.delete(worker);
      worker.ref();
      const answer = await askOne<Asked, Done>(worker, asked, patience);
      worker.unref();
      idle.add(worker);
      if ('failed' in answer) throw new Error(answer.failed);
      return answer.done;
    });
}

/** One question and its answer; a thread that takes too long is ended. */
async function askOne<Asked, Done>(worker: Worker, asked: Asked, patience: number): Promise<Answer<Done>> {
  const over = new AbortController();
  const given = setTimeout(() => void worker.terminate(), patience);
  const { signal } = over;
  // `once` fails when the thread does.
  const answered = once(worker, 'message', { signal }) as Promise<[Answer<Done>]>;
  const ended = once(worker, 'exit', { signal }).then(() => {
    throw new WorkerEnded('a thread ended before it answered');
  });
  worker.postMessage(asked);
  try {
    const [answer] = await Promise.race([answered, ended]);
    return answer;
  } catch (error) {
    throw new WorkerEnded(String(error), { cause: error });
  } finally {
    clearTimeout(given);
    over.abort();
    await Promise.allSettled([answered, ended]);
  }
}
