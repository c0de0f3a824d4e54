import { audit } from '../../platform/audit.ts';
import { announce, asSystem, type Db } from '../../platform/database.ts';
import type { Services } from '../../platform/procedure.ts';
import type { Found } from './found.ts';
import { type Incoming, importList } from './import-list.ts';
import { fingerprintOf, piecesOf } from './list-file.ts';
import { readOfac } from './read-ofac.ts';
import { readUn } from './read-un.ts';
import type { SourceName } from './sources.ts';
import type { ImportedList } from './views.ts';

/** The lists that come from elsewhere, and how each is read. */
export const readers: Readonly<Record<'ofac' | 'un', (pieces: AsyncIterable<Uint8Array>) => AsyncGenerator<Found>>> = {
  ofac: readOfac,
  un: readUn,
};
export type RenewedSource = keyof typeof readers;

/** A list in a file, and where it came from. */
export type ListFile = Pick<Incoming, 'origin' | 'fileName' | 'asOf'> & { readonly path: string };

/** Where the look at every customer's name waits, also for a program that imports without being the server. */
export const everybodyQueue = { name: 'screening.everybody', retries: { limit: 6, delay: 60 } } as const;

/** What an import needs of the running product. */
export type Importing = Pick<Services, 'pool' | 'jobs' | 'clock'>;

/** Imports a file as the product itself, with its line in the audit log, and has everybody's name looked at again. */
export async function importFile(services: Importing, source: RenewedSource, file: ListFile) {
  const sha256 = await fingerprintOf(file.path);
  const { path, ...about } = file;
  const now = services.clock();
  return asSystem(services.pool, async (tx) => {
    const found = readers[source](piecesOf(path));
    const imported = await importList(tx, { ...about, source, sha256, importedBy: null, now, found });
    await afterImport(services, tx, { source, sha256, imported, by: null });
    return imported;
  });
}

type After = {
  readonly source: SourceName;
  readonly sha256: string;
  readonly imported: ImportedList;
  /** Who imported it; null for the product itself. */
  readonly by: { readonly id: string; readonly role: string; readonly requestId: string } | null;
};

/** What follows from a new version: the record, and a look at every customer's name. */
export async function afterImport(
  services: Pick<Services, 'jobs'>,
  tx: Db,
  { source, sha256, imported, by }: After,
): Promise<void> {
  announce(tx, 'compliance');
  if (imported.listId === null) return;
  const { parties, addresses, diff } = imported;
  await audit(tx, {
    actorId: by?.id ?? null,
    actorRole: by?.role ?? 'system',
    action: 'screening.list_imported',
    subjectType: 'sanctions_list',
    subjectId: imported.listId,
    after: { source, sha256, parties, addresses, changed: { parties: diff.parties, addresses: diff.addresses } },
    requestId: by?.requestId ?? null,
  });
  await services.jobs.enqueue(tx, everybodyQueue.name, {});
}
