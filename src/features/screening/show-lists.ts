import { staffOnly } from '../../platform/procedure.ts';
import { screeningActs } from './acts.ts';
import { waitingList } from './import-local.ts';
import { sourceNames, stateOf } from './sources.ts';
import { listedVersions, sourceLines } from './versions-store.ts';
import type { ListsView, SourceView } from './views.ts';
import { providerViews } from './wallet-providers.ts';

/** Where a list comes from by itself, without a path that could hold a key; null where it does not. */
function fetchedFrom(url: string | undefined): string | null {
  if (url === undefined) return null;
  const { protocol, host } = new URL(url);
  return protocol === 'file:' ? 'file' : host;
}

/** Every list with its state and its versions, and the providers. Nobody's name is in it. */
export const showLists = staffOnly(screeningActs.work).handler(
  async ({ context: { tx, services, person } }): Promise<ListsView> => {
    const now = services.clock();
    const urls: Readonly<Record<string, string | undefined>> = services.config.screening.urls;
    const lines = await sourceLines(tx);
    const versions = await listedVersions(tx);
    const sources = lines.map(({ list, ...line }): SourceView => {
      const own = versions.filter(({ source }) => source === line.source);
      return {
        ...line,
        name: sourceNames[line.source],
        state: stateOf({ ...line, list }, now),
        fetchedFrom: fetchedFrom(urls[line.source]),
        inForce: own.find(({ id }) => id === list?.listId) ?? null,
        versions: own,
      };
    });
    return { sources, providers: providerViews(services), waiting: await waitingList({ tx, person }) };
  },
);
