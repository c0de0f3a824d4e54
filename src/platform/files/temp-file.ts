import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { maxFileBytes } from './file-store.ts';

export async function createTempPath(folder: string, name: string = randomUUID()): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return join(folder, name);
}

export const getFileSize = async (path: string): Promise<number> => (await stat(path).catch(() => null))?.size ?? 0;

export async function getFileSizes(folder: string): Promise<ReadonlyMap<string, number>> {
  const names = await readdir(folder).catch(() => []);
  return new Map(await Promise.all(names.map(async (name) => [name, await getFileSize(join(folder, name))] as const)));
}

/** Minimum average rate after `graceMs`, so that slow senders cannot hold resources. */
export type MinimumRate = { readonly graceMs: number; readonly bytesPerSecond: number };

type ReceiveOptions = {
  readonly path: string;
  readonly offset: number;
  readonly stallTimeoutMs: number;
  readonly minimumRate: MinimumRate;
};

export class UploadStalled extends Error {}

/** Writes a stream to a file and returns its size. Throws {@link UploadStalled} and keeps the received data. */
export async function receiveFile(
  content: Readable,
  { path, offset, stallTimeoutMs, minimumRate }: ReceiveOptions,
): Promise<number | 'too_large' | 'empty'> {
  const file = await open(path, offset === 0 ? 'w' : 'a', 0o600);
  let bytes = offset;
  const stallTimer = setTimeout(() => content.destroy(new UploadStalled('the upload stalled')), stallTimeoutMs);
  const startedAt = performance.now();
  const rateTimer = setInterval(() => {
    const elapsedMs = performance.now() - startedAt;
    if (elapsedMs >= minimumRate.graceMs && bytes - offset < (elapsedMs / 1000) * minimumRate.bytesPerSecond)
      content.destroy(new UploadStalled('the upload is too slow'));
  }, minimumRate.graceMs);
  try {
    for await (const chunk of content.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      stallTimer.refresh();
      if (bytes + chunk.length > maxFileBytes) return 'too_large';
      await file.writeFile(chunk);
      bytes += chunk.length;
    }
    return bytes === 0 ? 'empty' : bytes;
  } finally {
    clearTimeout(stallTimer);
    clearInterval(rateTimer);
    await file.close();
  }
}

/** Reads the remaining body for up to 2 s. A browser that is cut off while sending misses our response. */
export async function drain(content: Readable): Promise<void> {
  if (content.readableEnded || content.destroyed) return;
  let bytes = 0;
  const timeout = wait(2_000, undefined, { ref: false });
  const drained = new Promise<void>((resolve) => {
    content.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxFileBytes) resolve();
    });
    for (const event of ['end', 'error', 'close']) content.once(event, () => resolve());
  });
  await Promise.race([drained, timeout]);
  content.pause();
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

export async function deleteStaleTempFiles(folder: string, olderThan: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const stats = await stat(path).catch(() => null);
    if (stats && stats.mtime < olderThan) await rm(path, { force: true });
  }
}
