import type pg from 'pg';
import { after, days, minutes } from '../../kernel/clock.ts';
import { audit } from '../../platform/audit.ts';
import { type Db, publishTopic, withSystem } from '../../platform/database/database.ts';
import { type ReencryptResult, reencryptAll } from '../../platform/database/reencrypt.ts';
import { openDecrypted, type PrivateFiles, reencryptFile } from '../../platform/files/private-files.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { forEachSettled } from '../../platform/jobs/for-each-settled.ts';
import type { Job, Jobs } from '../../platform/jobs/jobs.ts';
import { keptDays } from './quotas.ts';
import {
  deleteFile,
  findFile,
  findIdsOfOlderKeys,
  findUncheckedIds,
  findUnusedIds,
  isPathStored,
  lockFile,
  refuseStaleArriving,
  type StoredFile,
  setFileKey,
  setFileState,
} from './store.ts';

/** Removes the bytes and rows of files that were unused for a week. Called by a nightly job. */
export const removeUnused = (services: Services): Promise<number> =>
  removeFiles(services, { userId: null, before: after(services.clock(), -days(keptDays)) });

/** Removes all unused files of one account immediately. */
export const removeUnusedOf = (services: Services, userId: string): Promise<number> =>
  removeFiles(services, { userId, before: after(services.clock(), days(1)) });

/** Enqueues {@link removeUnusedOf} for an account that closes. */
export const enqueueRemoval = (jobs: Jobs, tx: Db, userId: string): Promise<void> =>
  jobs.enqueue(tx, 'documents.forget', { userId });

type RemovalFilter = { readonly userId: string | null; readonly before: Date };

async function removeFiles(services: Services, filter: RemovalFilter): Promise<number> {
  const faults: unknown[] = [];
  let [removed, last] = [0, '00000000-0000-0000-0000-000000000000'];
  for (;;) {
    const ids = await withSystem(services.pool, (tx) => findUnusedIds(tx, { ...filter, after: last }));
    if (ids.length === 0) break;
    // Continues after a failure; throws at the end.
    for (const id of ids) if (await removeOne(services, id).catch((fault) => !faults.push(fault))) removed++;
    last = ids.at(-1) ?? last;
  }
  if (removed > 0) services.log.warn({ removed }, 'unused files were removed');
  if (faults.length > 0) throw faults[0];
  return removed;
}

/** Removes the row and the bytes, unless a newer file has their path. Keeps a file that came into use meanwhile. */
async function removeOne({ pool, files }: Services, id: string): Promise<boolean> {
  try {
    return await withSystem(pool, async (tx) => {
      const file = await deleteFile(tx, id);
      if (!file) return false;
      if (!(await isPathStored(tx, file))) await files.store.remove(file.path);
      const about = { subjectType: 'file', subjectId: id, aboutId: file.userId, after: { purpose: file.purpose } };
      await audit(tx, { actorId: null, actorRole: 'system', action: 'documents.removed_unused', ...about });
      return true;
    });
  } catch (error) {
    if ((error as { code?: unknown }).code === foreignKeyViolation) return false;
    throw error;
  }
}

const foreignKeyViolation = '23503';

/** Scans one file. Deletes the bytes of an infected file. Throws when the scanner is unavailable. */
async function scanWaiting(services: Services, fileId: string): Promise<void> {
  const file = await withSystem(services.pool, (tx) => findFile(tx, fileId));
  if (file?.state !== 'being_checked') return;
  const { scanner } = services.files;
  const verdict = scanner ? await scanner(await openDecrypted(services.files, file)) : 'unknown';
  if (verdict === 'unknown') throw new Error('the virus check could not be asked');
  await (verdict === 'clean' ? acceptClean(services, file) : refuseInfected(services, file));
}

const acceptClean = (services: Services, { id, userId }: StoredFile) =>
  withSystem(services.pool, async (tx) => {
    if (await setFileState(tx, id, { from: 'being_checked', to: 'clean' })) publishTopic(tx, 'documents', userId);
  });

/** Refuses a file and deletes the bytes under a row lock, so that a replacement waits. */
const refuseInfected = (services: Services, { id, userId, path, purpose }: StoredFile) =>
  withSystem(services.pool, async (tx) => {
    const held = await lockFile(tx, id);
    if (held?.state !== 'being_checked') return;
    await services.files.store.remove(path);
    await setFileState(tx, id, { from: 'being_checked', to: 'refused' });
    const about = { subjectType: 'file', subjectId: id, after: { purpose, customer: userId } };
    await audit(tx, { actorId: null, actorRole: 'system', action: 'documents.infected', ...about });
    publishTopic(tx, 'documents', userId);
  });

/** Scans all files that wait for the scanner, and refuses stale uploads. Called by a job. */
export async function scanAllWaiting(services: Services): Promise<void> {
  const before = after(services.clock(), -minutes(15));
  await withSystem(services.pool, async (tx) => {
    for (const path of await refuseStaleArriving(tx, before)) await services.files.store.remove(path);
  });
  if (!services.files.scanner) return;
  const ids = await withSystem(services.pool, findUncheckedIds);
  await forEachSettled(ids, (id) => scanWaiting(services, id));
}

/** Re-encrypts files of an older key, or with `plainOnly` only unencrypted files. Safe to interrupt and repeat. */
export const rotateKeys = (pool: pg.Pool, files: PrivateFiles, plainOnly = false): Promise<ReencryptResult> =>
  reencryptAll({
    loadAfter: (last) =>
      withSystem(pool, (tx) => findIdsOfOlderKeys(tx, { than: files.keys.current, plainOnly }, last)),
    getId: (id) => id,
    reencrypt: (id) => reencrypt(pool, files, id),
  });

/** Re-encrypts one file. Locks the row against a concurrent replacement. */
const reencrypt = (pool: pg.Pool, files: PrivateFiles, id: string): Promise<boolean> =>
  withSystem(pool, async (tx) => {
    const file = await lockFile(tx, id);
    if (!file || (file.state !== 'clean' && file.state !== 'being_checked')) return false;
    await reencryptFile(files, file);
    await setFileKey(tx, id, files.keys.current);
    return true;
  });

/** Encrypts payment proofs that older versions stored unencrypted. */
export async function encryptPlain({ pool, files, log }: Services): Promise<void> {
  const { reencrypted: renewed, failed } = await rotateKeys(pool, files, true);
  if (renewed + failed.length > 0) log.warn({ sealed: renewed, failed }, 'files that lay in the open were encrypted');
}

export const documentsJobs = (services: Services): Job<never>[] => [
  {
    name: 'documents.scan',
    retries: { limit: 6, delay: 5 },
    run: ({ fileId }: { fileId: string }) => scanWaiting(services, fileId),
  },
  { name: 'documents.scan_waiting', cron: '*/10 * * * *', run: () => scanAllWaiting(services) },
  { name: 'documents.encrypt_plain', cron: '23 * * * *', run: () => encryptPlain(services) },
  { name: 'documents.remove_unused', cron: '50 8 * * *', run: () => removeUnused(services) },
  {
    name: 'documents.forget',
    retries: { limit: 20, delay: 5 },
    run: ({ userId }: { userId: string }) => removeUnusedOf(services, userId),
  },
];
