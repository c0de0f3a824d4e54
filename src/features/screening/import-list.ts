import { randomUUID } from 'node:crypto';
import { audit } from '../../platform/audit.ts';
import { type Db, publishTopic, withSystem } from '../../platform/database/database.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { hashFile, readChunks } from './list-file.ts';
import {
  type ActiveList,
  activateVersion,
  type Counts,
  clearStaging,
  compareStaged,
  confirmVersion,
  countStaged,
  lockSource,
  type NewVersion,
  stageParties,
  stageProgrammes,
} from './list-store.ts';
import { type ListRecord, type Party, UnreadableListError } from './party.ts';
import { readOfac } from './read-ofac.ts';
import { readUn } from './read-un.ts';
import type { SourceName } from './sources.ts';
import type { ImportedList, ListDiff } from './views.ts';

/** Records must come from a file or memory, because they are read inside a transaction. */
type ListToImport = Pick<NewVersion, 'source' | 'sha256' | 'origin' | 'fileName' | 'importedBy'> & {
  readonly records: AsyncIterable<ListRecord>;
  readonly now: Date;
  /** Time at which this version was known to be the newest. Default: the publication day. */
  readonly asOf?: Date;
  readonly tryOnly?: boolean;
};

const isOfficial = (source: SourceName): boolean => source === 'ofac' || source === 'un';

const maxLostShare = 0.2;
const batchSize = 100;

/**
 * Imports a list as a version in the caller's transaction, which must be the system's or compliance's. An unchanged
 * file only updates its date. Throws {@link UnreadableListError} for broken, empty, outdated or shrunken official
 * lists; the list in force stays.
 */
export async function importList(tx: Db, input: ListToImport): Promise<ImportedList> {
  const { source, sha256, now } = input;
  const inForce = await lockSource(tx, source);
  if (inForce.publishedOn && inForce.sha256 === sha256) return confirmUnchanged(tx, inForce, input);
  const importId = randomUUID();
  const publishedOn = await stageRecords(tx, importId, input.records);
  const counts = await countStaged(tx, importId);
  assertPlausible(source, { publishedOn, counts, inForce });
  const diff = await compareStaged(tx, source, importId);
  assertNoLargeLoss(source, diff, inForce);
  const asOf = input.asOf ?? new Date(`${publishedOn}T00:00:00Z`);
  const version = { ...input, ...counts, id: randomUUID(), publishedOn, importedAt: now, asOf, diff };
  if (!input.tryOnly) await activateVersion(tx, importId, version);
  await clearStaging(tx, importId);
  return { ...counts, diff, unchanged: false, listId: input.tryOnly ? null : version.id };
}

const noDiff: ListDiff = {
  parties: { added: 0, removed: 0, changed: 0 },
  addresses: { added: 0, removed: 0 },
  samples: { added: [], removed: [], changed: [], addedAddresses: [], removedAddresses: [] },
};

async function confirmUnchanged(
  tx: Db,
  inForce: ActiveList,
  { source, now, asOf, tryOnly }: ListToImport,
): Promise<ImportedList> {
  const confirmedAt = asOf ?? new Date(`${inForce.publishedOn}T00:00:00Z`);
  if (!tryOnly) await confirmVersion(tx, source, { now, asOf: confirmedAt });
  const { parties, names, addresses } = inForce;
  return { parties, names, addresses, diff: noDiff, unchanged: true, listId: null };
}

/** Reads the list into the staging table in batches. Returns the publication day. */
async function stageRecords(tx: Db, importId: string, records: AsyncIterable<ListRecord>): Promise<string> {
  let publishedOn = '';
  const parties = createBatcher<Party>((batch) => stageParties(tx, importId, batch));
  const programmes = createBatcher<{ of: string; programmes: readonly string[] }>((batch) =>
    stageProgrammes(tx, importId, batch),
  );
  for await (const record of records) {
    if ('publishedOn' in record) publishedOn = record.publishedOn;
    else if ('party' in record) {
      if (record.party.names.length > 0) await parties.add(record.party);
    } else {
      await parties.flush();
      await programmes.add(record);
    }
  }
  await parties.flush();
  await programmes.flush();
  return publishedOn;
}

function createBatcher<T>(write: (batch: readonly T[]) => Promise<unknown>) {
  let pending: T[] = [];
  const flush = async () => {
    const batch = pending;
    pending = [];
    if (batch.length > 0) await write(batch);
  };
  const add = async (record: T) => {
    pending.push(record);
    if (pending.length >= batchSize) await flush();
  };
  return { add, flush };
}

type StagedList = { readonly publishedOn: string; readonly counts: Counts; readonly inForce: ActiveList };

function assertPlausible(source: SourceName, { publishedOn, counts, inForce }: StagedList): void {
  if (publishedOn === '') throw new UnreadableListError('The list has no publication date.');
  if (!isOfficial(source)) return;
  if (counts.parties === 0) throw new UnreadableListError('The list is empty.');
  if (inForce.publishedOn && publishedOn < inForce.publishedOn)
    throw new UnreadableListError(
      `This list is from ${publishedOn}, but the active list is from ${inForce.publishedOn}.`,
    );
}

function assertNoLargeLoss(source: SourceName, diff: ListDiff, inForce: ActiveList): void {
  if (!isOfficial(source)) return;
  for (const kind of ['parties', 'addresses'] as const)
    if (diff[kind].removed > inForce[kind] * maxLostShare)
      throw new UnreadableListError(
        `The file would remove ${diff[kind].removed} of ${inForce[kind]} ${kind}, so it may be incomplete.`,
      );
}

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
