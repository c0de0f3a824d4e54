import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../config/config.ts';
import { logKeyUse } from '../observability/security-events.ts';
import { clamdScanner, type Scanner } from './clamd.ts';
import { createDownloadLimiter } from './download-limits.ts';
import {
  createDecryptStream,
  createEncryptStream,
  createLenientDecryptStream,
  DecryptionError,
  getEncryptedSize,
  type KeyRing,
  UnknownKeyError,
} from './file-encryption.ts';
import type { FileStore } from './file-store.ts';
import { s3Files } from './s3-files.ts';
import type { MinimumRate } from './temp-file.ts';

function localFiles(folder: string): FileStore {
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

export type PrivateFiles = {
  readonly store: FileStore;
  readonly keys: KeyRing;
  readonly scanner: Scanner | null;
  readonly tempFolder: string;
  readonly stallTimeoutMs: number;
  /** Allows 45 minutes for 10 MB. */
  readonly minimumRate: MinimumRate;
  /** Shorter than the timeouts of browsers and proxies (120 s). */
  readonly checkTimeoutMs: number;
  readonly downloads: ReturnType<typeof createDownloadLimiter>;
  readonly log: Log;
};

type Log = Parameters<typeof logKeyUse>[0];
const noLog: Log = { warn: () => undefined };

export function openPrivateFiles({ dataDir, files }: Pick<Config, 'dataDir' | 'files'>, log = noLog): PrivateFiles {
  return {
    store: files.s3 ? s3Files(files.s3) : localFiles(join(dataDir, 'files')),
    keys: files.keys,
    scanner: files.clamd ? clamdScanner(files.clamd) : null,
    tempFolder: join(dataDir, 'incoming'),
    stallTimeoutMs: 30_000,
    minimumRate: { graceMs: 60_000, bytesPerSecond: 4_000 },
    checkTimeoutMs: 90_000,
    downloads: createDownloadLimiter(),
    log,
  };
}

/** `keyId` is null for files stored before we encrypted files. */
export type FileRow = {
  readonly id: string;
  readonly path: string;
  readonly bytes: number;
  readonly keyId: string | null;
};

export function storeEncrypted({ store, keys }: PrivateFiles, from: string, file: FileRow): Promise<void> {
  const encrypted = pipeThrough(createReadStream(from), createEncryptStream(keys, file.id));
  return store.put(file.path, encrypted, getEncryptedSize(file.bytes, keys.current));
}

/** Opens a file for reading. The stream fails when the stored bytes have changed, and stops on `signal`. */
export async function openDecrypted(
  { store, keys, log }: PrivateFiles,
  file: FileRow,
  signal?: AbortSignal,
): Promise<Readable> {
  const stored = await store.read(file.path, signal);
  const decrypted = pipeThrough(
    stored,
    (file.keyId === null ? createLenientDecryptStream : createDecryptStream)(keys, file.id),
  );
  decrypted.on('error', (error) => {
    if (error instanceof DecryptionError)
      logKeyUse(log, {
        event: error instanceof UnknownKeyError ? 'files.key_unknown' : 'files.altered',
        file: file.id,
      });
  });
  if (signal?.aborted) decrypted.destroy();
  return decrypted;
}

/** Encrypts a file with the current key. Idempotent; a failure keeps the old file. */
export async function reencryptFile(files: PrivateFiles, file: FileRow): Promise<void> {
  const plain = await openDecrypted(files, file);
  const { store, keys } = files;
  await store.put(
    file.path,
    pipeThrough(plain, createEncryptStream(keys, file.id)),
    getEncryptedSize(file.bytes, keys.current),
  );
}

function pipeThrough(from: Readable, into: Transform): Transform {
  from.on('error', (error) => into.destroy(error));
  // Keeps a failure before reading from ending the process. The reader still gets the error.
  into.on('error', () => undefined);
  into.on('close', () => from.destroy());
  return from.pipe(into);
}
