import { after, minutes } from '../../kernel/clock.ts';
import { audit } from '../../platform/audit.ts';
import { announce, asSystem } from '../../platform/database.ts';
import { eachAlone } from '../../platform/each-alone.ts';
import { bringOut } from '../../platform/files/private-files.ts';
import type { Services } from '../../platform/procedure.ts';
import { fileById, giveUpArriving, heldFile, moveFile, type StoredFile, waitingIds } from './store.ts';

/**
 * Asks the virus check about a file that waits for it. Clean, it can be read; infected, its bytes go and its row says
 * refused. Fails, to be tried again, while the check cannot be asked.
 */
export async function scanWaiting(services: Services, fileId: string): Promise<void> {
  const file = await asSystem(services.pool, (tx) => fileById(tx, fileId));
  if (file?.state !== 'being_checked') return;
  const { scanner } = services.files;
  const verdict = scanner ? await scanner(await bringOut(services.files, file)) : 'unknown';
  if (verdict === 'unknown') throw new Error('the virus check could not be asked');
  await (verdict === 'clean' ? pass(services, file) : condemn(services, file));
}

const pass = (services: Services, { id, userId }: StoredFile) =>
  asSystem(services.pool, async (tx) => {
    if (await moveFile(tx, id, { from: 'being_checked', to: 'clean' })) announce(tx, 'documents', userId);
  });

/** The row is held while the bytes go: a new file for the same place waits, so that it is not the one removed. */
const condemn = (services: Services, { id, userId, path, purpose }: StoredFile) =>
  asSystem(services.pool, async (tx) => {
    const held = await heldFile(tx, id);
    if (held?.state !== 'being_checked') return;
    await services.files.store.remove(path);
    await moveFile(tx, id, { from: 'being_checked', to: 'refused' });
    const about = { subjectType: 'file', subjectId: id, after: { purpose, customer: userId } };
    await audit(tx, { actorId: null, actorRole: 'system', action: 'documents.infected', ...about });
    announce(tx, 'documents', userId);
  });

/** Asks about everything that waits, and gives up what never came. */
export async function scanAllWaiting(services: Services): Promise<void> {
  const before = after(services.clock(), -minutes(15));
  // The rows are held while the bytes go, so that a new file for the same place waits.
  await asSystem(services.pool, async (tx) => {
    for (const path of await giveUpArriving(tx, before)) await services.files.store.remove(path);
  });
  if (!services.files.scanner) return;
  const ids = await asSystem(services.pool, waitingIds);
  await eachAlone(ids, (id) => scanWaiting(services, id));
}
