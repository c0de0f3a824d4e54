import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate as others } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Config } from '../../platform/config/config.ts';
import { pickNewer } from './network-list.ts';
import { type Listed, type ProviderNetworks, parseNetwork, sortNetworks } from './provider-networks.ts';

type Geo = Config['geo'];

const shippedPath = fileURLToPath(new URL('networks/networks.txt.gz', import.meta.url));

const readGzip = async (path: string) => (await promisify(gunzip)(await readFile(path))).toString('utf8');

const getRenewedAt = async ({ renewedNetworks }: Geo) =>
  (await stat(renewedNetworks).catch(() => null))?.mtimeMs ?? null;

export async function loadNewestList(geo: Geo): Promise<string> {
  const shippedList = await readGzip(shippedPath);
  return (await getRenewedAt(geo)) === null ? shippedList : pickNewer(await readGzip(geo.renewedNetworks), shippedList);
}

export async function storeRenewedList({ renewedNetworks }: Geo, list: string): Promise<void> {
  const tempPath = `${renewedNetworks}.${randomUUID()}`;
  await mkdir(dirname(renewedNetworks), { recursive: true });
  try {
    await writeFile(tempPath, await promisify(gzip)(list), { mode: 0o600, flush: true });
    await rename(tempPath, renewedNetworks);
  } finally {
    await rm(tempPath, { force: true });
  }
}

/** Lines parsed before yielding to the event loop. All 60,000 lines take a third of a second. */
const linesPerYield = 1_000;

async function parseNetworks(text: string): Promise<ProviderNetworks> {
  const entries: (Listed | null)[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (at % linesPerYield === linesPerYield - 1) await others();
    entries.push(parseNetwork(line));
  }
  return sortNetworks(entries);
}

/** Loads the operator's own list, otherwise the newest of ours. Reloads after a renewal. */
export function createNetworkLoader(geo: Geo): () => Promise<ProviderNetworks> {
  let cached: { version: number | null; networks: Promise<ProviderNetworks> } | null = null;
  return async () => {
    const version = geo.networks ? null : await getRenewedAt(geo);
    if (cached?.version === version) return cached.networks;
    const text = geo.networks ? readFile(geo.networks, 'utf8') : loadNewestList(geo);
    const networks = text.then(parseNetworks);
    cached = { version, networks };
    networks.catch(() => {
      cached = null;
    });
    return networks;
  };
}
