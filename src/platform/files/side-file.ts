import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { maxFileBytes } from './file-store.ts';

/** A place beside the store, for a file whose worth is not known yet. */
export async function sidePath(folder: string, name: string = randomUUID()): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return join(folder, name);
}

/** How many bytes of a file have arrived; 0 for none. */
export const bytesAt = async (path: string): Promise<number> => (await stat(path).catch(() => null))?.size ?? 0;

/** How many bytes each file of a folder has. One that goes meanwhile has none. */
export async function bytesIn(folder: string): Promise<ReadonlyMap<string, number>> {
  const names = await readdir(folder).catch(() => []);
  return new Map(await Promise.all(names.map(async (name) => [name, await bytesAt(join(folder, name))] as const)));
}

/**
 * The slowest that somebody may send: on the average of the whole, bytes a second, once so many milliseconds are over.
 * Whoever sends a byte now and then would hold a file, a line and the room of others for ever.
 */
export type Pace = { readonly after: number; readonly bytesASecond: number };

type Sending = {
  readonly path: string;
  /** Bytes that have arrived before: what comes is put behind them. */
  readonly from: number;
  /** Milliseconds without a byte after which the line counts as dead. */
  readonly silence: number;
  readonly slowest: Pace;
};

/** Nothing came for so long, or so little, that nobody is there any more. */
export class LineSilent extends Error {}

/**
 * Streams to a file while counting: at the first byte too many it stops. Answers all the bytes that the file has now,
 * or why there is no file. The stream is left open, so that whoever sends can still be answered; one that falls silent
 * or creeps is ended, and what came of it stays.
 */
export async function receive(
  content: Readable,
  { path, from, silence, slowest }: Sending,
): Promise<number | 'too_large' | 'empty'> {
  const file = await open(path, from === 0 ? 'w' : 'a', 0o600);
  let bytes = from;
  const quiet = setTimeout(() => content.destroy(new LineSilent('the line fell silent')), silence);
  const begun = performance.now();
  const watching = setInterval(() => {
    const took = performance.now() - begun;
    if (took >= slowest.after && bytes - from < (took / 1000) * slowest.bytesASecond)
      content.destroy(new LineSilent('the line creeps'));
  }, slowest.after);
  try {
    for await (const chunk of content.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      quiet.refresh();
      if (bytes + chunk.length > maxFileBytes) return 'too_large';
      await file.writeFile(chunk);
      bytes += chunk.length;
    }
    return bytes === 0 ? 'empty' : bytes;
  } finally {
    clearTimeout(quiet);
    clearInterval(watching);
    await file.close();
  }
}

/**
 * Reads and forgets what is still being sent, up to as much as a file may have and for two seconds: a browser that is
 * cut off while it sends sees a broken line instead of our answer.
 */
export async function drain(content: Readable): Promise<void> {
  if (content.readableEnded || content.destroyed) return;
  let bytes = 0;
  const over = wait(2_000, undefined, { ref: false });
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
