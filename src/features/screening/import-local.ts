import { createHash } from 'node:crypto';
import { mayRefuse, refuse } from '../../messages.ts';
import { staffOnly } from '../../platform/procedure.ts';
import { UnreadableList } from './found.ts';
import { afterImport } from './import-file.ts';
import { importList } from './import-list.ts';
import { screeningRoles } from './permissions.ts';
import { foundIn, readLocal } from './read-local.ts';
import { ImportLocal } from './schema.ts';
import type { ImportedView } from './views.ts';

/**
 * Puts a list of our own in force, in place of the one before, or only shows what would change. Refuses with the first
 * line that does not fit.
 */
export const importLocal = staffOnly(...screeningRoles)
  .errors(mayRefuse('screening.list_unreadable'))
  .input(ImportLocal)
  .handler(async ({ context: { tx, person, services, request }, input }): Promise<ImportedView> => {
    const { csv, fileName, publishedOn, tryOnly } = input;
    refuseUnreadable(csv);
    const sha256 = createHash('sha256').update(csv).digest('hex');
    const now = services.clock();
    const about = { source: 'local', origin: 'desk', importedBy: person.id } as const;
    const found = foundIn(csv, publishedOn);
    const imported = await importList(tx, { ...about, sha256, fileName, found, now, asOf: now, tryOnly });
    const by = { id: person.id, role: person.roles.join(','), requestId: request.id };
    await afterImport(services, tx, { source: 'local', sha256, imported, by });
    return imported;
  });

function refuseUnreadable(csv: string): void {
  try {
    readLocal(csv);
  } catch (error) {
    if (error instanceof UnreadableList) refuse('screening.list_unreadable', { what: error.message });
    throw error;
  }
}
