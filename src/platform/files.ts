import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open as openFile, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileTypeFromBuffer } from 'file-type';

/** 10 MB, as the specification counts it [000 §5]. */
export const maxFileBytes = 10 * 1024 * 1024;

/** A file that was read to its end and kept under `key`, or why it was not. */
export type Kept = { mime: string; bytes: number; sha256: string };
export type NotKept = 'too_large' | 'unsupported' | 'empty';

/** Private bytes behind a small door. Keys are made of our own ids, never of a file's name. */
export type FileStore = {
  keep: (key: string, content: Readable, allowed: readonly string[]) => Promise<Kept | NotKept>;
  read: (key: string) => Readable;
  remove: (key: string) => Promise<void>;
};

/** Files on the local disk, below one folder that no web route serves. */
export function localFiles(folder: string): FileStore {
  const root = resolve(folder);
  const at = (key: string) => {
    const path = resolve(root, key);
    if (!path.startsWith(`${root}/`)) throw new Error('a file key left its folder');
    return path;
  };
  return {
    keep: (key, content, allowed) =>
      keep({ path: at(key), side: join(root, 'incoming', randomUUID()) }, content, allowed),
    read: (key) => createReadStream(at(key)),
    remove: (key) => rm(at(key), { force: true }),
  };
}

class TooLarge extends Error {}

/** Streams to a side file while counting and hashing; only a complete and acceptable file takes its place. */
async function keep(
  { path, side }: { path: string; side: string },
  content: Readable,
  allowed: readonly string[],
): Promise<Kept | NotKept> {
  await mkdir(dirname(side), { recursive: true });
  const hash = createHash('sha256');
  let bytes = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(bytes > maxFileBytes ? new TooLarge() : null, chunk);
    },
  });
  try {
    await pipeline(content, count, createWriteStream(side, { mode: 0o600 }));
    if (bytes === 0) return 'empty';
    const mime = await kindOf(side);
    if (mime === null || !allowed.includes(mime)) return 'unsupported';
    await mkdir(dirname(path), { recursive: true });
    await rename(side, path);
    return { mime, bytes, sha256: hash.digest('hex') };
  } catch (error) {
    if (error instanceof TooLarge) return 'too_large';
    throw error;
  } finally {
    await rm(side, { force: true });
  }
}

/** What a file is, by its first bytes; its name and what the browser says of it count for nothing. */
async function kindOf(path: string): Promise<string | null> {
  const file = await openFile(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4100), 0, 4100, 0);
    return (await fileTypeFromBuffer(buffer.subarray(0, bytesRead)))?.mime ?? null;
  } finally {
    await file.close();
  }
}
