import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { maxFileBytes } from './file-store.ts';

/** A place beside the store, for a file whose worth is not known yet. */
export async function sidePath(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return join(folder, randomUUID());
}

/**
 * Streams to a file while counting: at the first byte too many it stops. Answers the bytes, or why there is no file.
 * The stream is left open, so that whoever sends can still be answered.
 */
export async function receive(content: Readable, path: string): Promise<number | 'too_large' | 'empty'> {
  const file = await open(path, 'wx', 0o600);
  let bytes = 0;
  try {
    for await (const chunk of content.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxFileBytes) return 'too_large';
      await file.writeFile(chunk);
    }
    return bytes === 0 ? 'empty' : bytes;
  } finally {
    await file.close();
  }
}

/**
 * Reads and forgets what is still being sent, up to as much as a file may have and for two seconds: a browser that is
 * cut off while it sends sees a broken line instead of our answer.
 */
export async function drain(content: Readable): Promise<void> {
  let bytes = 0;
  const over = setTimeout(2_000, undefined, { ref: false });
  const ended = new Promise<void>((resolve) => {
    content.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxFileBytes) resolve();
    });
    for (const event of ['end', 'error', 'close']) content.once(event, () => resolve());
  });
  await Promise.race([ended, over]);
  content.pause();
}

/** SHA-256 of a file, in hexadecimal. */
export async function fingerprint(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Removes what a process left behind that ended in the middle of an upload. */
export async function sweepSideFiles(folder: string, olderThan: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtime < olderThan) await rm(path, { force: true });
  }
}
