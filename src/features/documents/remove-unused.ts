import { after, days } from '../../kernel/clock.ts';
import { audit } from '../../platform/audit.ts';
import { type Db, withSystem } from '../../platform/database/database.ts';
import type { Services } from '../../platform/http/procedure.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { keptDays } from './orphan-quota.ts';
import { deleteFile, findUnusedIds } from './store.ts';

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

/** Removes the row and the bytes. Keeps a file that came into use in the meantime. */
async function removeOne({ pool, files }: Services, id: string): Promise<boolean> {
  try {
    return await withSystem(pool, async (tx) => {
      const file = await deleteFile(tx, id);
      if (!file) return false;
      if (file.state === 'clean' || file.state === 'being_checked') await files.store.remove(file.path);
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
