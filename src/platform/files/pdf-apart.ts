import type { Whose } from '../turns.ts';
import { WorkerEnded, workerPool } from '../workers.ts';
import type { Unfit } from './unfit.ts';

const ask = workerPool<string, Unfit | null>({
  program: new URL('./pdf-thread.ts', import.meta.url),
  threads: 1,
  // Whoever asks has waited for a turn already (inspect.ts).
  waiting: 10,
  ofOne: [],
  patience: 5_000,
  memory: 192,
});

/**
 * Reads a PDF through (`unfitPdf`) on a thread apart: a file made to keep its reader busy keeps nobody else waiting.
 * The slowest honest one of ten megabytes takes 1.5 seconds; one that takes five or 192 MB counts as unreadable,
 * since others wait for its place.
 */
export async function unfitPdfApart(path: string, whose: Whose): Promise<Unfit | null> {
  try {
    return await ask(whose, path);
  } catch (error) {
    if (error instanceof WorkerEnded) return 'unreadable';
    throw error;
  }
}
