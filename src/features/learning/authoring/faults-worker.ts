import { workerPool } from '../../../platform/jobs/workers.ts';
import type { QueueKeys } from '../../../platform/limits/fair-queue.ts';
import type { CourseFault } from '../course-faults.ts';
import type { Draft } from './draft.ts';

export type DraftToCheck = { readonly draft: Draft; readonly pictures: ReadonlySet<string> };

/** Runs `findFaults` in a worker thread: the longest course takes seconds to parse. */
export const findFaultsInWorker: (queueKeys: QueueKeys, draft: DraftToCheck) => Promise<CourseFault[]> = workerPool({
  program: new URL('./faults-entry.ts', import.meta.url),
  threads: 1,
  maxWaiting: 30,
  maxWaitingPerKey: [20, 20, 4],
  maxCpuMs: 60_000,
  timeoutMs: 60_000,
  memoryMb: 256,
});
