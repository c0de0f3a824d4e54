import { readFile } from 'node:fs/promises';
import { docKind, docxKind } from '../../kernel/word-kinds.ts';
import type { Whose } from '../turns.ts';
import { WorkerEnded, workerPool } from '../workers.ts';
import type { WordJudged } from './docx.ts';
import type { Unfit } from './unfit.ts';

const judge = workerPool<Uint8Array, WordJudged>({
  program: new URL('./word-parser.ts', import.meta.url),
  apart: 'process',
  threads: 1,
  // Whoever asks has waited for a turn already (inspect.ts).
  waiting: 10,
  ofOne: [],
  patience: 8_000,
  first: { task: new Uint8Array(), patience: 30_000 },
  memory: 256,
});

/**
 * What a wrapped file is, and why it is not taken where it is a document of Word: read in a process that may do nothing
 * else. One made to keep it busy counts as unreadable, since others wait for its place.
 */
export async function judgeWordApart(
  path: string,
  whose: Whose,
): Promise<{ mime: string | null; unfit: Unfit | null }> {
  const bytes = await readFile(path);
  try {
    const { kind, unfit } = await judge(whose, bytes);
    return { mime: kind && (kind === 'docx' ? docxKind : docKind), unfit };
  } catch (error) {
    if (error instanceof WorkerEnded) return { mime: bytes[0] === 0x50 ? docxKind : docKind, unfit: 'unreadable' };
    throw error;
  }
}
