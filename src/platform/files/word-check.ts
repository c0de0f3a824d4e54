import { readFile } from 'node:fs/promises';
import { docMimeType, docxMimeType } from '../../kernel/mime-types.ts';
import { WorkExceeded, workerPool } from '../jobs/workers.ts';
import type { QueueKeys } from '../limits/fair-queue.ts';
import type { WordVerdict } from './docx.ts';
import type { FileRejection } from './rejection.ts';

const checkInWorker = workerPool<Uint8Array, WordVerdict>({
  program: new URL('./word-parser.ts', import.meta.url),
  isolation: 'process',
  threads: 1,
  maxWaiting: 10,
  maxWaitingPerKey: [],
  maxCpuMs: 5_000,
  timeoutMs: 60_000,
  memoryMb: 256,
});

/** Checks a document in a sandboxed process. A document over the CPU or memory limit counts as unreadable. */
export async function checkWord(
  path: string,
  queueKeys: QueueKeys,
  deadline?: AbortSignal,
): Promise<{ mime: string | null; rejection: FileRejection | null }> {
  const bytes = await readFile(path);
  try {
    const { kind, rejection } = await checkInWorker(queueKeys, bytes, deadline);
    return { mime: kind && (kind === 'docx' ? docxMimeType : docMimeType), rejection };
  } catch (error) {
    if (error instanceof WorkExceeded)
      return { mime: bytes[0] === 0x50 ? docxMimeType : docMimeType, rejection: 'unreadable' };
    throw error;
  }
}
