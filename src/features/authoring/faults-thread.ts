import { parentPort } from 'node:worker_threads';
import { faultsIn } from './faults.ts';
import type { DraftToCheck } from './faults-apart.ts';

/** A thread that does nothing but read courses that are being written. */
parentPort?.on('message', ({ draft, pictures }: DraftToCheck) => {
  try {
    parentPort?.postMessage({ done: faultsIn(draft, pictures) });
  } catch (error) {
    parentPort?.postMessage({ failed: String(error) });
  }
});
