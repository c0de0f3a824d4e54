import { readFile, writeFile } from 'node:fs/promises';
import { WorkExceeded, workerPool } from '../jobs/workers.ts';
import type { QueueKeys } from '../limits/fair-queue.ts';
import type { OwnPicture, UploadedPicture } from './picture.ts';
import type { FileRejection } from './rejection.ts';

const drawInWorker = workerPool<UploadedPicture | OwnPicture, Uint8Array | FileRejection>({
  program: new URL('./picture-process.ts', import.meta.url),
  isolation: 'process',
  allowAddons: true,
  threads: 2,
  maxWaiting: 10,
  maxWaitingPerKey: [],
  maxCpuMs: 20_000,
  timeoutMs: 60_000,
  memoryMb: 192,
});

type RedrawRequest = { readonly from: string; readonly to: string; readonly mime: string; readonly maxBytes: number };

/** Redraws a picture in a sandboxed process. A picture over the CPU or memory limit counts as unreadable. */
export async function redrawPicture(
  { from, to, mime, maxBytes }: RedrawRequest,
  queueKeys: QueueKeys,
  deadline?: AbortSignal,
): Promise<{ readonly bytes: number } | FileRejection> {
  try {
    const result = await drawInWorker(queueKeys, { bytes: await readFile(from), mime, maxBytes }, deadline);
    if (typeof result === 'string') return result;
    await writeFile(to, result, { mode: 0o600 });
    return { bytes: result.length };
  } catch (error) {
    if (error instanceof WorkExceeded) return 'unreadable';
    throw error;
  }
}

/** Shrinks one of our pictures to WebP of at most `side` pixels. */
export async function resizePicture(ownPicture: Uint8Array, side: number, queueKeys: QueueKeys): Promise<Buffer> {
  const resized = await drawInWorker(queueKeys, { ownPicture, side });
  if (typeof resized === 'string') throw new Error(`drawn picture is ${resized}`);
  return Buffer.from(resized);
}
