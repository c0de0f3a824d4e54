import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { audit } from '../../platform/audit.ts';
import { announce, asSystem, type Db } from '../../platform/database.ts';
import type { Services } from '../../platform/procedure.ts';
import { type Found, UnreadableList } from './found.ts';
import { type Incoming, importList } from './import-list.ts';
import { sourcesInForce } from './index-store.ts';
import { type DownloadOptions, download, fingerprintOf, piecesOf } from './list-file.ts';
import { applyRules, noteFailure } from './list-store.ts';
import { readOfac } from './read-ofac.ts';
import { readUn } from './read-un.ts';
import { rulesFor } from './rules.ts';
import { type SourceName, sourceNames, stateOf } from './sources.ts';
import type { ImportedView } from './views.ts';

/** The lists that come from elsewhere, and how each is read. */
export const readers: Readonly<Record<'ofac' | 'un', (pieces: AsyncIterable<Uint8Array>) => AsyncGenerator<Found>>> = {
  ofac: readOfac,
  un: readUn,
};
export type RenewedSource = keyof typeof readers;

type ListFile = Pick<Incoming, 'origin' | 'fileName' | 'asOf'> & {
  readonly path: string;
  readonly remove: () => Promise<void>;
};

/** A list from its publisher is the newest as of now. One in a file only proves to be as new as its own date. */
async function fetched(url: string, now: Date, options: DownloadOptions): Promise<ListFile> {
  if (!url.startsWith('file:')) {
    const { path, remove } = await download(url, options);
    return { path, remove, origin: 'download', fileName: new URL(url).host, asOf: now };
  }
  const path = fileURLToPath(url);
  if (!(await stat(path).catch(() => null))?.isFile()) throw new UnreadableList('The file of the list is not there.');
  return { path, remove: async () => undefined, origin: 'file', fileName: basename(path) };
}

/** Where the look at every customer's name waits, also for a program that imports without being the server. */
export const everybodyQueue = { name: 'screening.everybody', retries: { limit: 6, delay: 60 } } as const;

/** What an import needs of the running product. */
export type Importing = Pick<Services, 'pool' | 'jobs' | 'clock'>;

/** Imports a file as the product itself, with its line in the audit log, and has everybody's name looked at again. */
export async function importFile(services: Importing, source: RenewedSource, file: Omit<ListFile, 'remove'>) {
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
  readonly imported: ImportedView;
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

/**
 * Fetches every list that has an address. What fails is noted where staff see it, the version in force goes on
 * standing and ages, and the job is tried again.
 */
export async function renewLists(services: Services, options: DownloadOptions = {}): Promise<void> {
  const failed: SourceName[] = [];
  for (const source of Object.keys(readers) as RenewedSource[]) {
    const url = services.config.screening.urls[source];
    if (url !== undefined && !(await renew(services, { source, url }, options))) failed.push(source);
  }
  if (failed.length > 0) throw new Error(`not renewed: ${failed.map((source) => sourceNames[source]).join(', ')}`);
}

type Wanted = { readonly source: RenewedSource; readonly url: string };

async function renew(services: Services, { source, url }: Wanted, options: DownloadOptions): Promise<boolean> {
  const now = services.clock();
  try {
    const { remove, ...file } = await fetched(url, now, options);
    await importFile(services, source, file).finally(remove);
    return true;
  } catch (error) {
    const why = error instanceof UnreadableList ? error.message : 'It could not be read; the log says why.';
    if (!(error instanceof UnreadableList)) services.log.warn({ err: error, source }, 'a list could not be imported');
    await asSystem(services.pool, async (tx) => {
      await noteFailure(tx, source, { now, why });
      announce(tx, 'compliance');
    });
    return false;
  }
}

/**
 * Before the first order: what the configuration says about lists stands in the database, where orders read it, and a
 * list with an address that is absent or stale is fetched now, not tomorrow.
 */
export const screeningAtStart = (services: Services): Promise<void> =>
  asSystem(services.pool, async (tx) => {
    const { screening } = services.config;
    await applyRules(tx, rulesFor(screening));
    const urls: Readonly<Record<string, string | undefined>> = screening.urls;
    const now = services.clock();
    const due = (await sourcesInForce(tx)).filter((one) => urls[one.source] && stateOf(one, now) !== 'fresh');
    if (due.length > 0) await services.jobs.enqueue(tx, 'screening.lists', {});
  });
