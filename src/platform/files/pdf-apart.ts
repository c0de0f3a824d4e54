import { readFile } from 'node:fs/promises';
import type { Whose } from '../turns.ts';
import { WorkerEnded, workerPool } from '../workers.ts';
import type { Unfit } from './unfit.ts';

const bounds = {
  threads: 1,
  // Whoever asks has waited for a turn already (inspect.ts).
  waiting: 10,
  ofOne: [],
  patience: 5_000,
  memory: 192,
};
const scan = workerPool<string, Unfit | null>({ program: new URL('./pdf-thread.ts', import.meta.url), ...bounds });
/** What the parser alone says of a PDF. */
export const parse = workerPool<Uint8Array, Unfit | null>({
  program: new URL('./pdf-parser.ts', import.meta.url),
  apart: 'process',
  ...bounds,
});

/**
 * Judges a PDF twice. First it is read through as bytes (`unfitPdf`, a thread): that misses nothing because a reader
 * repairs or passes over it. Then a parser opens it (`pdf-parser.ts`, a process that may do nothing else): that misses
 * nothing because it was written in an unusual way, and finds what nobody could look at. A file made to keep either
 * busy keeps nobody else waiting: the slowest honest one of ten megabytes takes 1.5 seconds; one that takes five or 192
 * MB counts as unreadable, since others wait for its place.
 */
export async function unfitPdfApart(path: string, whose: Whose): Promise<Unfit | null> {
  try {
    return (await scan(whose, path)) ?? (await parse(whose, await readFile(path)));
  } catch (error) {
    if (error instanceof WorkerEnded) return 'unreadable';
    throw error;
  }
}
