import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Transform } from 'node:stream';
import type { Config } from '../config.ts';
import { noteKeyUse } from '../security-events.ts';
import { clamdScanner, type Scanner } from './clamd.ts';
import type { FileStore } from './file-store.ts';
import { localFiles } from './local-files.ts';
import { openReaderRoom } from './reader-room.ts';
import { s3Files } from './s3-files.ts';
import { type KeyRing, KeyUnknown, SealBroken, seal, sealedBytes, unseal, unsealIfSealed } from './sealed.ts';
import type { Pace } from './side-file.ts';

/** Everything that uploads need: the store, the keys, the virus check where there is one, and room beside the store. */
export type PrivateFiles = {
  readonly store: FileStore;
  readonly keys: KeyRing;
  readonly scanner: Scanner | null;
  /** A folder of this machine for files whose worth is not known yet. */
  readonly sideFolder: string;
  /** Milliseconds without a byte after which the line of an upload counts as dead. */
  readonly silence: number;
  /** The slowest that an upload may come. One of 10 MB has three quarters of an hour. */
  readonly slowest: Pace;
  /** Places for those who read. */
  readonly readers: ReturnType<typeof openReaderRoom>;
  /** Hears of files that did not open as they were sealed. */
  readonly log: Log;
};

type Log = Parameters<typeof noteKeyUse>[0];
const nobody: Log = { warn: () => undefined };

/** Opens the files that the settings name: a bucket, or else a folder of this machine. */
export function openPrivateFiles({ dataDir, files }: Pick<Config, 'dataDir' | 'files'>, log = nobody): PrivateFiles {
  return {
    store: files.s3 ? s3Files(files.s3) : localFiles(join(dataDir, 'files')),
    keys: files.keys,
    scanner: files.clamd ? clamdScanner(files.clamd) : null,
    sideFolder: join(dataDir, 'incoming'),
    silence: 30_000,
    slowest: { after: 60_000, bytesASecond: 4_000 },
    readers: openReaderRoom(),
    log,
  };
}

/** A file as its row describes it; `keyId` is null for one of before whose bytes may still lie as they are. */
export type Kept = {
  readonly id: string;
  readonly path: string;
  readonly bytes: number;
  readonly keyId: string | null;
};

/** Brings a file of this machine into the store, encrypted with the newest key. */
export function bringIn({ store, keys }: PrivateFiles, from: string, file: Kept): Promise<void> {
  const sealed = through(createReadStream(from), seal(keys, file.id));
  return store.put(file.path, sealed, sealedBytes(file.bytes, keys.current));
}

/**
 * The bytes of a file as they were uploaded; the stream fails if they are not what was kept, and ends with everything
 * below it when `over` says that nobody waits for it any more.
 */
export async function bringOut({ store, keys, log }: PrivateFiles, file: Kept, over?: AbortSignal): Promise<Readable> {
  const stored = await store.read(file.path, over);
  const plain = through(stored, (file.keyId === null ? unsealIfSealed : unseal)(keys, file.id));
  plain.on('error', (error) => {
    if (error instanceof SealBroken)
      noteKeyUse(log, { event: error instanceof KeyUnknown ? 'files.key_unknown' : 'files.altered', file: file.id });
  });
  if (over?.aborted) plain.destroy();
  return plain;
}

/**
 * Writes a file of an older key, or of none, again with the newest. Done twice it does no harm; what breaks off leaves
 * the old.
 */
export async function sealAnew(files: PrivateFiles, file: Kept): Promise<void> {
  const plain = await bringOut(files, file);
  const { store, keys } = files;
  await store.put(file.path, through(plain, seal(keys, file.id)), sealedBytes(file.bytes, keys.current));
}

/** One stream through another, so that a fault of either ends both. */
function through(from: Readable, into: Transform): Transform {
  from.on('error', (error) => into.destroy(error));
  // A file that breaks before anybody reads on must not end the process; who reads then hears of it.
  into.on('error', () => undefined);
  into.on('close', () => from.destroy());
  return from.pipe(into);
}
