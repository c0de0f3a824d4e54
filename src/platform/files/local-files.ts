import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from './file-store.ts';

export function localFiles(folder: string): FileStore {
  const root = resolve(folder);
  const resolveKey = (key: string) => {
    const path = resolve(root, key);
    if (!path.startsWith(`${root}/`)) throw new Error('a file key points outside its folder');
    return path;
  };
  return {
    put: (key, content, bytes) =>
      put({ path: resolveKey(key), tempPath: join(root, 'incoming', randomUUID()) }, content, bytes),
    read: async (key) => (await open(resolveKey(key))).createReadStream(),
    remove: (key) => rm(resolveKey(key), { force: true }),
  };
}

/** Writes a temporary file and renames it when complete, so that no reader sees half a file. */
async function put({ path, tempPath }: { path: string; tempPath: string }, content: Readable, bytes: number) {
  await mkdir(dirname(tempPath), { recursive: true });
  await mkdir(dirname(path), { recursive: true });
  try {
    await pipeline(content, createWriteStream(tempPath, { mode: 0o600 }));
    if ((await stat(tempPath)).size !== bytes) throw new Error('a file is shorter than expected');
    await rename(tempPath, path);
  } finally {
    await rm(tempPath, { force: true });
  }
}
