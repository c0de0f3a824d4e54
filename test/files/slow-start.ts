import { threadId } from 'node:worker_threads';
import { serveWorker } from '../../src/platform/jobs/worker-entry.ts';

/** Simulates a slow start that uses little processor time. */
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000);
serveWorker(() => `${process.pid} ${threadId}`);
