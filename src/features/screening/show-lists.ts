import { staff } from '../../platform/http/procedure.ts';
import { findPendingList } from './import-local.ts';
import { screeningPermissions } from './permissions.ts';
import { getSourceState, sourceNames } from './sources.ts';
import { findSourceStatuses, findVersions } from './versions-store.ts';
import type { ListsView, SourceView } from './views.ts';
import { getProviderViews } from './wallet-providers.ts';

/** Returns the host only, because a path could contain a key. Returns `file` for a file URL. */
function getPublisherHost(url: string | undefined): string | null {
  if (url === undefined) return null;
  const { protocol, host } = new URL(url);
  return protocol === 'file:' ? 'file' : host;
}

export const showLists = staff(screeningPermissions.work).handler(async function showLists({
  context: { tx, services, person },
}): Promise<ListsView> {
  const now = services.clock();
  const urls: Readonly<Record<string, string | undefined>> = services.config.screening.urls;
  const statuses = await findSourceStatuses(tx);
  const versions = await findVersions(tx);
  const sources = statuses.map(({ list, ...status }): SourceView => {
    const sourceVersions = versions.filter(({ source }) => source === status.source);
    return {
      ...status,
      name: sourceNames[status.source],
      state: getSourceState({ ...status, list }, now),
      fetchedFrom: getPublisherHost(urls[status.source]),
      inForce: sourceVersions.find(({ id }) => id === list?.listId) ?? null,
      versions: sourceVersions,
    };
  });
  return { sources, providers: getProviderViews(services), waiting: await findPendingList({ tx, person }) };
});
