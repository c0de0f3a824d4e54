import { after, days } from '../../kernel/clock.ts';
import { audit } from '../../platform/audit.ts';
import { asSystem, type Db } from '../../platform/database.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { Services } from '../../platform/procedure.ts';
import { removeFile, unusedFiles } from './store.ts';
import { keptDays, unusedSince } from './unused-room.ts';
import { forgetOrigins } from './unused-store.ts';

/** Removes what nobody handed in within a week: bytes and rows. */
export async function removeUnused(services: Services): Promise<number> {
  const now = services.clock();
  // From where they came counts as long as they lie here unused.
  await asSystem(services.pool, (tx) => forgetOrigins(tx, { before: unusedSince(now), used: after(now, -days(2)) }));
  return remove(services, { userId: null, before: after(now, -days(keptDays)) });
}

/** The same for one person who left, at once. */
export const removeUnusedOf = (services: Services, userId: string): Promise<number> =>
  remove(services, { userId, before: after(services.clock(), days(1)) });

/** For whoever closes an account: what nothing stands on goes as soon as that is committed. */
export const forgetPapers = (jobs: Jobs, tx: Db, userId: string): Promise<void> =>
  jobs.enqueue(tx, 'documents.forget', { userId });

type Which = { readonly userId: string | null; readonly before: Date };

async function remove(services: Services, which: Which): Promise<number> {
  const faults: unknown[] = [];
  let [removed, last] = [0, '00000000-0000-0000-0000-000000000000'];
  for (;;) {
    const ids = await asSystem(services.pool, (tx) => unusedFiles(tx, { ...which, after: last }));
    if (ids.length === 0) break;
    // One that cannot be removed must not keep the others.
    for (const id of ids) if (await removeOne(services, id).catch((fault) => !faults.push(fault))) removed++;
    last = ids.at(-1) ?? last;
  }
  if (removed > 0) services.log.warn({ removed }, 'papers that nothing stands on were removed');
  if (faults.length > 0) throw faults[0];
  return removed;
}

/** The row goes only if the bytes do, and neither where something came to stand on it meanwhile. */
async function removeOne({ pool, files }: Services, id: string): Promise<boolean> {
  try {
    return await asSystem(pool, async (tx) => {
      const file = await removeFile(tx, id);
      if (!file) return false;
      if (file.state === 'clean' || file.state === 'being_checked') await files.store.remove(file.path);
      const about = { subjectType: 'file', subjectId: id, aboutId: file.userId, after: { purpose: file.purpose } };
      await audit(tx, { actorId: null, actorRole: 'system', action: 'documents.removed_unused', ...about });
      return true;
    });
  } catch (error) {
    if ((error as { code?: unknown }).code === foreignKeyBroken) return false;
    throw error;
  }
}

const foreignKeyBroken = '23503';
