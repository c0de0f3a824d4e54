import { audit } from '../../platform/audit.ts';
import { type Db, publishTopic, withSystem } from '../../platform/database/database.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { importList, type ListToImport } from './import-list.ts';
import { hashFile, readChunks } from './list-file.ts';
import type { ListRecord } from './party.ts';
import { readOfac } from './read-ofac.ts';
import { readUn } from './read-un.ts';
import type { SourceName } from './sources.ts';
import type { ImportedList } from './views.ts';

export const readers: Readonly<
  Record<'ofac' | 'un', (chunks: AsyncIterable<Uint8Array>) => AsyncGenerator<ListRecord>>
> = {
  ofac: readOfac,
  un: readUn,
};
export type RenewedSource = keyof typeof readers;

export type ListFile = Pick<ListToImport, 'origin' | 'fileName' | 'asOf'> & { readonly path: string };

export const rescreenQueue = { name: 'screening.all_names', retries: { limit: 6, delay: 60 } } as const;

export type ImportServices = Pick<Services, 'pool' | 'jobs' | 'clock'>;

/** Imports a file as the system, audits it and queues screening of all customers. */
export async function importFile(services: ImportServices, source: RenewedSource, file: ListFile) {
  const sha256 = await hashFile(file.path);
  const { path, ...version } = file;
  const now = services.clock();
  return withSystem(services.pool, async (tx) => {
    const records = readers[source](readChunks(path));
    const imported = await importList(tx, { ...version, source, sha256, importedBy: null, now, records });
    await recordImport(services, tx, { source, sha256, imported, by: null });
    return imported;
  });
}

type ImportResult = {
  readonly source: SourceName;
  readonly sha256: string;
  readonly imported: ImportedList;
  readonly by: { readonly id: string; readonly role: string; readonly requestId: string } | null;
};

export async function recordImport(
  services: Pick<Services, 'jobs'>,
  tx: Db,
  { source, sha256, imported, by }: ImportResult,
): Promise<void> {
  publishTopic(tx, 'compliance');
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
  await services.jobs.enqueue(tx, rescreenQueue.name, {});
}
