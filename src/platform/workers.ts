import { fork } from 'node:child_process';
import { type EventEmitter, once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { inTurn, type Whose } from './turns.ts';

type Pool = {
  /** The module that a worker runs: it answers each message with one, `{ done }` or `{ failed }`. */
  readonly program: URL;
  /** Threads of this process, or processes that may do nothing but read our code and answer. */
  readonly apart?: 'thread' | 'process';
  readonly threads: number;
  /** Acts that may wait, altogether and of each name, the widest first. */
  readonly waiting: number;
  readonly ofOne: readonly number[];
  /** Milliseconds after which an act is given up and its worker ended. */
  readonly patience: number;
  /** What a new worker is asked first, and how long that may take: its start is no fault of what it is to judge. */
  readonly first?: { readonly task: unknown; readonly patience: number };
  /** Megabytes that a worker may hold. */
  readonly memory: number;
};

type Answer<Result> = { readonly done: Result } | { readonly failed: string };

/** A worker was ended over what it was asked: it took too long or too much memory. */
export class WorkerEnded extends Error {}

/** What works apart from the loop: it is asked, answers, ends, and keeps our process alive only while it is asked. */
type Apart = {
  readonly events: EventEmitter;
  readonly ask: (task: unknown) => void;
  readonly end: () => unknown;
  readonly hold: (on: boolean) => void;
};

function thread({ program, memory }: Pool): Apart {
  const worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: memory } });
  return {
    events: worker,
    ask: (task) => worker.postMessage(task),
    end: () => worker.terminate(),
    hold: (on) => (on ? worker.ref() : worker.unref()),
  };
}

/** Where our code and its packages lie: what a process apart may read. */
const ourCode = fileURLToPath(new URL('../../', import.meta.url));

/** It gets nothing of our environment, may read our code alone, and may neither write nor start anything. */
function ownProcess({ program, memory }: Pool): Apart {
  const read = ['src/platform/', 'node_modules/', 'package.json'].map((name) => `--allow-fs-read=${ourCode}${name}`);
  const child = fork(fileURLToPath(program), {
    execArgv: ['--permission', ...read, `--max-old-space-size=${memory}`, '--no-warnings'],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return {
    events: child,
    ask: (task) => child.send(task as object),
    end: () => child.kill('SIGKILL'),
    hold: (on) => {
      for (const held of [child, child.channel])
        if (on) held?.ref();
        else held?.unref();
    },
  };
}

/**
 * Workers for what takes a core for long: neither the loop that answers everybody nor the four threads that read and
 * write files wait for it. They start when they are needed first and stay; none keeps the process alive by itself.
 * Turns are fair: see {@link inTurn}.
 */
export function workerPool<Task, Result>(pool: Pool) {
  const { threads, patience, waiting, ofOne, first } = pool;
  const turn = inTurn({ places: threads, waiting, ofOne });
  const idle = new Set<Apart>();
  const start = () => {
    const worker = pool.apart === 'process' ? ownProcess(pool) : thread(pool);
    // Told to whoever waits for its answer; one that ends while it has nothing to do is not asked again.
    worker.events.on('error', () => undefined);
    worker.events.once('exit', () => idle.delete(worker));
    return worker;
  };
  return (whose: Whose, asked: Task): Promise<Result> =>
    turn(whose, async () => {
      const [rested] = idle;
      const worker = rested ?? start();
      idle.delete(worker);
      worker.hold(true);
      if (!rested && first) await askOne(worker, first.task, first.patience);
      const answer = await askOne<Task, Result>(worker, asked, patience);
      worker.hold(false);
      idle.add(worker);
      if ('failed' in answer) throw new Error(answer.failed);
      return answer.done;
    });
}

/** One question and its answer; a worker that takes too long is ended. */
async function askOne<Task, Result>(worker: Apart, asked: Task, patience: number): Promise<Answer<Result>> {
  const over = new AbortController();
  const given = setTimeout(() => void worker.end(), patience);
  const { signal } = over;
  // `once` fails when the thread does.
  const answered = once(worker.events, 'message', { signal }) as Promise<[Answer<Result>]>;
  const ended = once(worker.events, 'exit', { signal }).then(() => {
    throw new WorkerEnded('a worker ended before it answered');
  });
  worker.ask(asked);
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
