import { readFile } from 'node:fs/promises';
import { WorkExceeded, workerPool } from '../jobs/workers.ts';
import type { QueueKeys } from '../limits/fair-queue.ts';
import type { FileRejection } from './rejection.ts';

const limits = {
  threads: 1,
  maxWaiting: 10,
  maxWaitingPerKey: [],
  maxCpuMs: 5_000,
  timeoutMs: 60_000,
  memoryMb: 192,
};
const scanInWorker = workerPool<string, FileRejection | null>({
  program: new URL('./pdf-thread.ts', import.meta.url),
  ...limits,
});
export const parseInWorker = workerPool<Uint8Array, FileRejection | null>({
  program: new URL('./pdf-parser.ts', import.meta.url),
  isolation: 'process',
  ...limits,
});

/** Scans the bytes, then parses the file. A file that takes over 5 s or 192 MB counts as unreadable. */
export async function checkPdf(
  path: string,
  queueKeys: QueueKeys,
  deadline?: AbortSignal,
): Promise<FileRejection | null> {
  try {
    return (
      (await scanInWorker(queueKeys, path, deadline)) ??
      (await parseInWorker(queueKeys, await readFile(path), deadline))
    );
  } catch (error) {
    if (error instanceof WorkExceeded) return 'unreadable';
    throw error;
  }
}
