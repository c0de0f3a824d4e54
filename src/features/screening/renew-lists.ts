import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { announce, asSystem } from '../../platform/database.ts';
import type { Services } from '../../platform/procedure.ts';
import { UnreadableList } from './found.ts';
import { importApart } from './import-apart.ts';
import { type ListFile, type RenewedSource, readers } from './import-file.ts';
import { sourcesInForce } from './index-store.ts';
import { type DownloadOptions, download } from './list-file.ts';
import { applyRules, noteFailure } from './list-store.ts';
import { rulesFor } from './rules.ts';
import { type SourceName, sourceNames, stateOf } from './sources.ts';

type Fetched = ListFile & { readonly remove: () => Promise<void> };

/** A list from its publisher is the newest as of now. One in a file only proves to be as new as its own date. */
async function fetched(url: string, now: Date, options: DownloadOptions): Promise<Fetched> {
  if (!url.startsWith('file:')) {
    const { path, remove } = await download(url, options);
    return { path, remove, origin: 'download', fileName: new URL(url).host, asOf: now };
  }
  const path = fileURLToPath(url);
  if (!(await stat(path).catch(() => null))?.isFile()) throw new UnreadableList('The file of the list is not there.');
  return { path, remove: async () => undefined, origin: 'file', fileName: basename(path) };
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
    await importApart({ databaseUrl: services.appUrl, source, file, now }).finally(remove);
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
