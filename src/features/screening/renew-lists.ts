import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publishTopic, withSystem } from '../../platform/database/database.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { type ListFile, type RenewedSource, readers } from './import-list.ts';
import { importInWorker } from './import-worker.ts';
import { findSources } from './index-store.ts';
import { type DownloadOptions, download } from './list-file.ts';
import { recordFailure, saveRules } from './list-store.ts';
import { UnreadableListError } from './party.ts';
import { getListRules, getSourceState, type SourceName, sourceNames } from './sources.ts';

type FetchedList = ListFile & { readonly remove: () => Promise<void> };

/** Downloads a list, or uses a local file. Only a download proves that the list is the newest now (`asOf`). */
async function fetchList(url: string, now: Date, options: DownloadOptions): Promise<FetchedList> {
  if (!url.startsWith('file:')) {
    const { path, remove } = await download(url, options);
    return { path, remove, origin: 'download', fileName: new URL(url).host, asOf: now };
  }
  const path = fileURLToPath(url);
  if (!(await stat(path).catch(() => null))?.isFile()) throw new UnreadableListError('The list file is missing.');
  return { path, remove: async () => undefined, origin: 'file', fileName: basename(path) };
}

/** Renews all lists with a URL; runs daily. Staff see failures, the active list stays, and the job is retried. */
export async function renewLists(services: Services, options: DownloadOptions = {}): Promise<void> {
  const failedSources: SourceName[] = [];
  for (const source of Object.keys(readers) as RenewedSource[]) {
    const url = services.config.screening.urls[source];
    if (url !== undefined && !(await renewList(services, { source, url }, options))) failedSources.push(source);
  }
  if (failedSources.length > 0)
    throw new Error(`not renewed: ${failedSources.map((source) => sourceNames[source]).join(', ')}`);
}

type ListToRenew = { readonly source: RenewedSource; readonly url: string };

async function renewList(services: Services, { source, url }: ListToRenew, options: DownloadOptions): Promise<boolean> {
  const now = services.clock();
  try {
    const { remove, ...file } = await fetchList(url, now, options);
    await importInWorker({ databaseUrl: services.appUrl, source, file, now }).finally(remove);
    return true;
  } catch (error) {
    const reason =
      error instanceof UnreadableListError
        ? error.message
        : "We couldn't read the list. The server log has the details.";
    if (!(error instanceof UnreadableListError))
      services.log.warn({ err: error, source }, 'a list could not be imported');
    await withSystem(services.pool, async (tx) => {
      await recordFailure(tx, source, { now, why: reason });
      publishTopic(tx, 'compliance');
    });
    return false;
  }
}

/** Called at startup: saves the configured rules and queues a renewal of absent or stale lists. */
export const startScreening = (services: Services): Promise<void> =>
  withSystem(services.pool, async (tx) => {
    const { screening } = services.config;
    await saveRules(tx, getListRules(screening));
    const urls: Readonly<Record<string, string | undefined>> = screening.urls;
    const now = services.clock();
    const due = (await findSources(tx)).filter(
      (source) => urls[source.source] && getSourceState(source, now) !== 'fresh',
    );
    if (due.length > 0) await services.jobs.enqueue(tx, 'screening.lists', {});
  });
