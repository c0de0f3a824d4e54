import { type ChildProcess, fork } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker as Thread } from 'node:worker_threads';
import { refusal } from '../messages.ts';

export type Program = {
  readonly program: URL;
  readonly memoryMb: number;
  /** A `process` is sandboxed: it can read our code and send results, nothing else. */
  readonly isolation?: 'thread' | 'process';
  readonly allowAddons?: boolean;
};

/** Thrown when a task exceeds its CPU time or memory. */
export class WorkExceeded extends Error {}

/** For a machine that had no capacity for a worker or killed the worker. */
const createOverloaded = () => refusal('general.overloaded', {});

type WorkerHandle = {
  readonly events: EventEmitter;
  readonly send: (task: unknown) => void;
  readonly end: () => unknown;
  readonly setReferenced: (on: boolean) => void;
  readonly cpuMs: () => Promise<number>;
};

function startThread({ program, memoryMb }: Program): WorkerHandle {
  const worker = new Thread(program, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
  return {
    events: worker,
    send: (task) => worker.postMessage(task),
    end: () => worker.terminate(),
    setReferenced: (on) => (on ? worker.ref() : worker.unref()),
    cpuMs: async () => {
      const { user, system } = await worker.cpuUsage();
      return (user + system) / 1_000;
    },
  };
}

const codeRoot = fileURLToPath(new URL('../../..', import.meta.url));

/** Starts a process without environment, write access or child processes. It can read only our code. */
function startProcess({ program, memoryMb, allowAddons }: Program): WorkerHandle {
  const readFlags = ['src/platform/', 'node_modules/', 'package.json'].map(
    (name) => `--allow-fs-read=${codeRoot}${name}`,
  );
  const permissionFlags = ['--permission', ...readFlags, ...(allowAddons ? ['--allow-addons'] : [])];
  const child = fork(fileURLToPath(program), {
    execArgv: [...permissionFlags, `--max-old-space-size=${memoryMb}`, '--no-warnings'],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const hold = (on: boolean) => {
    for (const target of [child, child.channel])
      if (on) target?.ref();
      else target?.unref();
  };
  return {
    events: child,
    send: (task) => child.send(task as object),
    end: () => child.kill('SIGKILL'),
    setReferenced: hold,
    cpuMs: async () => readProcessCpu(child),
  };
}

const tickMs = 10;

/** Returns CPU time in ms. Uses wall time on systems other than Linux, which servers never run. */
function readProcessCpu({ pid }: ChildProcess): number {
  if (process.platform !== 'linux') return performance.now();
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // Skips the program name, which may contain blanks. User and system time are fields 12 and 13 after the name.
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) * tickMs;
}

const crashSignals = new Set<unknown>(['SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGSEGV', 'SIGTRAP']);
const resourceCodes = new Set(['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM', 'ERR_WORKER_INIT_FAILED']);

function mapError(error: Error & { code?: string }): Error {
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return new WorkExceeded(error.message, { cause: error });
  return resourceCodes.has(error.code ?? '') ? createOverloaded() : error;
}

function mapExit(code: number | null, signal?: NodeJS.Signals | null): Error {
  if (crashSignals.has(signal)) return new WorkExceeded(`a worker was ended by ${signal}`);
  return signal ? createOverloaded() : new Error(`a worker exited with ${code}`);
}

/** Worker thread or process. Keeps our process alive only while referenced. */
export class Worker {
  readonly #body: WorkerHandle;
  readonly #started = Promise.withResolvers<void>();
  #pending: PromiseWithResolvers<unknown> | null = null;
  #gone: Error | null = null;

  constructor(program: Program, onExit: (worker: Worker) => void) {
    this.#body = program.isolation === 'process' ? startProcess(program) : startThread(program);
    const { events } = this.#body;
    events.on('message', (message) =>
      message === 'started' ? this.#started.resolve() : this.#pending?.resolve(message),
    );
    const exitReason = (reason: Error) => {
      this.#gone ??= reason;
      this.#started.reject(this.#gone);
      this.#pending?.reject(this.#gone);
      this.#body.end();
      onExit(this);
    };
    this.#started.promise.catch(() => undefined);
    events.on('error', (error) => exitReason(mapError(error)));
    events.once('exit', (code, signal) => exitReason(mapExit(code, signal)));
  }

  get started(): Promise<void> {
    return this.#started.promise;
  }

  get isGone(): boolean {
    return this.#gone !== null;
  }

  hold(on: boolean): void {
    this.#body.setReferenced(on);
  }

  cpuMs(): Promise<number> {
    return this.#body.cpuMs().catch(() => 0);
  }

  async run(task: unknown): Promise<unknown> {
    if (this.#gone) throw this.#gone;
    this.#pending = Promise.withResolvers();
    this.#body.send(task);
    return this.#pending.promise;
  }

  end(reason: Error): void {
    this.#gone ??= reason;
    this.#body.end();
  }
}
