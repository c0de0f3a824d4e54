import { join } from 'node:path';
import { after, days } from '../../kernel/clock.ts';
import { cachedRead } from '../../platform/database/cached-read.ts';
import { type Db, withSystem } from '../../platform/database/database.ts';
import { getFileSize, getFileSizes } from '../../platform/files/temp-file.ts';
import type { Services } from '../../platform/http/procedure.ts';
import type { Quota } from '../../platform/limits/quotas.ts';
import { recordAttempt } from '../../platform/limits/rate-limit.ts';
import { refuse } from './messages.ts';
import { isOver, maxUnusedFiles, type Used } from './purposes.ts';
import { countUnused, unusedOf } from './store.ts';

/** Customer documents that one staff member may open per hour. */
export const readQuota = { work: 'papers-read', most: 120, seconds: 60 * 60 } as const;

export type ReadsExceeded = { readonly userId: string; readonly most: number };

/** Counts one opened document. Alerts compliance at the limit, and throws above it. */
export async function countDocumentRead({ clock, jobs }: Services, tx: Db, userId: string): Promise<void> {
  const { work, most, seconds } = readQuota;
  const reads = await recordAttempt(tx, `${work}:${userId}`, { seconds, now: clock() });
  if (reads > most) refuse('documents.too_many_reads', {});
  if (reads === most) await jobs.enqueue(tx, 'compliance.papers_read', { userId, most } satisfies ReadsExceeded);
}

const hour = 60 * 60;

/** Limits all uploads, also rejected ones: a check occupies a CPU core. */
export const uploadQuotas: readonly Quota[] = [
  { work: 'upload-hour', tries: 100, seconds: hour, refuse: () => refuse('documents.too_many_now', {}) },
  { work: 'upload', tries: 200, seconds: 24 * hour, refuse: () => refuse('documents.too_many_files', {}) },
];

/** Limits the upload tests of one user (decision C3). */
export const storageTestQuota: Quota = {
  work: 'documents:test',
  tries: 5,
  seconds: 60,
  refuse: () => refuse('documents.too_many_tests', {}),
};

/** Days after which a nightly job removes an unused file. */
export const keptDays = 7;

/** Quota for the unused files of all accounts together. */
export const globalOrphanQuota = ({ config }: Pick<Services, 'config'>): Used => ({
  files: maxUnusedFiles,
  bytes: BigInt(config.files.unusedMb) * 1024n * 1024n,
});

const twice = ({ files, bytes }: Used): Used => ({ files: files * 2, bytes: bytes * 2n });

/** Start of the search. A nightly job has removed older files. */
const unusedSince = (now: Date): Date => after(now, -days(keptDays + 1));

const cacheMs = 2_000;
const countAllUnused = cachedRead<Used>(cacheMs, (services) =>
  withSystem(services.pool, (tx) =>
    countUnused(tx, { since: unusedSince(services.clock()), limit: maxUnusedFiles * 2 }),
  ),
);

export const unusedFigures = (tx: Db, now: Date): Promise<Used> =>
  countUnused(tx, { since: unusedSince(now), limit: maxUnusedFiles });

/** Files that a new account may still upload above the quota: the documents of one identity check. */
const newcomerFiles = 5;

/** `incoming`: all other uploads in progress. */
export type Sender = { readonly userId: string; readonly incoming: Used };

/** Throws `documents.no_room_now` above the global quota. Known and new accounts then share a reserve of its size. */
export async function assertOrphanQuota(services: Services, { userId, incoming }: Sender): Promise<void> {
  const all = globalOrphanQuota(services);
  const stored = await countAllUnused(services);
  if (!isOver(stored, all) && !isOver(incoming, all)) return;
  const { known, own } = await withSystem(services.pool, (tx) => unusedOf(tx, userId, newcomerFiles));
  const hasReserve = known || (own < newcomerFiles && !isOver(incoming, all));
  if (!hasReserve || isOver(stored, twice(all)) || isOver(incoming, twice(all))) refuse('documents.no_room_now', {});
}

/** Counts running uploads, and interrupted ones for an hour. Both share the quota of unused files. */

const uploadsCacheMs = 2_000;

/** An upload of this process, keyed by its temporary file's name. */
type UploadSize = { bytes: number; over: boolean };
const uploadsByServices = new WeakMap<Services, Map<string, UploadSize>>();
function uploadsOf(services: Services): Map<string, UploadSize> {
  const uploads = uploadsByServices.get(services) ?? new Map<string, UploadSize>();
  uploadsByServices.set(services, uploads);
  return uploads;
}

/** Reads the temporary files of all processes. Forgets ended uploads: their files are on disk. */
const readTempFiles = cachedRead(uploadsCacheMs, (services) => {
  const uploads = uploadsOf(services);
  for (const [name, { over }] of uploads) if (over) uploads.delete(name);
  return getFileSizes(services.files.tempFolder);
});

export async function countUploads(services: Services, excludedName: string): Promise<Used> {
  const all = new Map(await readTempFiles(services));
  for (const [name, { bytes }] of uploadsOf(services)) all.set(name, bytes);
  all.delete(excludedName);
  let sum = 0;
  for (const bytes of all.values()) sum += bytes;
  return { files: all.size, bytes: BigInt(sum) };
}

export type UploadStart = { readonly name: string; readonly bytes: number };

/** Counts an upload with its declared size until the returned function ends it. Then its received bytes count. */
export function registerUpload(services: Services, { name, bytes }: UploadStart): () => Promise<void> {
  const upload: UploadSize = { bytes, over: false };
  const uploads = uploadsOf(services);
  uploads.set(name, upload);
  return async () => {
    upload.bytes = await getFileSize(join(services.files.tempFolder, name));
    upload.over = true;
    if (upload.bytes === 0 && uploads.get(name) === upload) uploads.delete(name);
  };
}
