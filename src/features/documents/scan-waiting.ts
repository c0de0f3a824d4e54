import { after, minutes } from '../../kernel/clock.ts';
import { audit } from '../../platform/audit.ts';
import { publishTopic, withSystem } from '../../platform/database/database.ts';
import { openDecrypted } from '../../platform/files/private-files.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { forEachSettled } from '../../platform/jobs/for-each-settled.ts';
import { findFile, findUncheckedIds, lockFile, refuseStaleArriving, type StoredFile, setFileState } from './store.ts';

/** Scans one file. Deletes the bytes of an infected file. Throws when the scanner is unavailable. */
export async function scanWaiting(services: Services, fileId: string): Promise<void> {
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
