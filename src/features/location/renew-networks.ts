import type { Services } from '../../platform/http/procedure.ts';
import { readTextLimited } from '../../platform/http/read-limited.ts';
import { loadNewestList, storeRenewedList } from './network-files.ts';
import { composeList, findListFault, getAgeDays, sourceFiles } from './network-list.ts';

const timeoutMs = 60_000;
const maxListBytes = 10_000_000;
const maxAgeDays = 180;

async function fetchText(url: URL): Promise<string> {
  const headers = { 'user-agent': 'Cryptocommerce' };
  // Does not follow redirects, because their target is not reviewed.
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), headers, redirect: 'manual' });
  if (!response.ok || !response.body) throw new Error(`the publisher answered ${response.status}`);
  return readTextLimited(response, maxListBytes, () => new Error('the publisher sent too much for a list'));
}

async function fetchList(folder: string, { now, before }: { now: Date; before: string }): Promise<string> {
  const base = folder.replace(/\/*$/, '/');
  const texts = await Promise.all(sourceFiles.map(({ path }) => fetchText(new URL(path, base))));
  const list = composeList(texts, now.toISOString().slice(0, 10));
  const listFault = findListFault(list, before);
  if (listFault) throw new Error(listFault);
  return list;
}

/** Renews the network list from the configured URL. Called by a job. Keeps the current list on failure. */
export async function renewNetworks({ config: { geo }, clock, log }: Services): Promise<void> {
  const [now, before] = [clock(), await loadNewestList(geo)];
  const ageDays = getAgeDays(before, now);
  if (geo.networksUrl === undefined) {
    if (ageDays > maxAgeDays) log.warn({ days: ageDays }, 'the list of provider networks is outdated');
    return;
  }
  try {
    await storeRenewedList(geo, await fetchList(geo.networksUrl, { now, before }));
  } catch (error) {
    throw new Error(`the list of provider networks, ${ageDays} days old, could not be renewed`, { cause: error });
  }
}
