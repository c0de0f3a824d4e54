import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from './file-store.ts';

/** Files on the local disk, below one folder that no web route serves. */
export function localFiles(folder: string): FileStore {
  const root = resolve(folder);
  const at = (key: string) => {
    const path = resolve(root, key);
    if (!path.startsWith(`${root}/`)) throw new Error('a file key left its folder');
    return path;
  };
  return {
    put: (key, content, bytes) => put({ path: at(key), side: join(root, 'incoming', randomUUID()) }, content, bytes),
    read: async (key) => (await open(at(key))).createReadStream(),
    remove: (key) => rm(at(key), { force: true }),
  };
}

/** Written beside its place and moved there when complete: nobody ever reads half a file. */
async function put({ path, side }: { path: string; side: string }, content: Readable, bytes: number) {
  await mkdir(dirname(side), { recursive: true });
  await mkdir(dirname(path), { recursive: true });
  try {
    await pipeline(content, createWriteStream(side, { mode: 0o600 }));
    if ((await stat(side)).size !== bytes) throw new Error('a file ended before its end');
    await rename(side, path);
  } finally {
    await rm(side, { force: true });
  }
}
