import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { threadId } from 'node:worker_threads';
import { serveWorker } from '../../src/platform/jobs/worker-entry.ts';

const sleep = (ms: string) => String(Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(ms)));

const actions: Record<string, (at: string) => string> = {
  say: () => `${process.pid} ${threadId}`,
  read: (at) => readFileSync(at, 'utf8'),
  write: (at) => String(writeFileSync(at, 'left behind')),
  start: (at) => String(spawnSync(at, ['--version']).status),
  secrets: () => JSON.stringify(process.env),
  /** Waits with little CPU time, like a valid file on a busy machine. */
  sleep,
  spin: () => {
    for (;;);
  },
  hoard: () => {
    let held: object = {};
    for (;;) held = { held };
  },
};

serveWorker((requested: string | [string, string]) => {
  const [action, at = ''] = [requested].flat() as [string, string?];
  try {
    return actions[action]?.(at);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
});
