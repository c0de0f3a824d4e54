import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate as others } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Config } from '../../platform/config.ts';
import { newerOf } from './network-list.ts';
import { type Listed, networkIn, type ProviderNetworks, sortedNetworks } from './provider-networks.ts';

type Geo = Config['geo'];

const shipped = fileURLToPath(new URL('networks/networks.txt.gz', import.meta.url));

const unpacked = async (path: string) => (await promisify(gunzip)(await readFile(path))).toString('utf8');

/** When the renewed list was laid down; null while there is none. */
const renewedAt = async ({ renewedNetworks }: Geo) => (await stat(renewedNetworks).catch(() => null))?.mtimeMs ?? null;

/** The list that came with the product, or the renewed one where that is newer. */
export async function newestList(geo: Geo): Promise<string> {
  const own = await unpacked(shipped);
  return (await renewedAt(geo)) === null ? own : newerOf(await unpacked(geo.renewedNetworks), own);
}

/** Puts a list in the place of the renewed one: whoever reads finds one or the other, whole. */
export async function keepRenewed({ renewedNetworks }: Geo, list: string): Promise<void> {
  const beside = `${renewedNetworks}.${randomUUID()}`;
  await mkdir(dirname(renewedNetworks), { recursive: true });
  try {
    await writeFile(beside, await promisify(gzip)(list), { mode: 0o600, flush: true });
    await rename(beside, renewedNetworks);
  } finally {
    await rm(beside, { force: true });
  }
}

/** Lines read between two looks at what else there is to do: a list of 60,000 takes a third of a second. */
const piece = 1_000;

async function read(text: string): Promise<ProviderNetworks> {
  const listed: (Listed | null)[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (at % piece === piece - 1) await others();
    listed.push(networkIn(line));
  }
  return sortedNetworks(listed);
}

/**
 * The networks in force: the operator's own list, or else the newest of ours. Read when they are first asked for, and
 * again once another was laid down; what cannot be read is tried again.
 */
export function networksOf(geo: Geo): () => Promise<ProviderNetworks> {
  let known: { version: number | null; networks: Promise<ProviderNetworks> } | null = null;
  return async () => {
    const version = geo.networks ? null : await renewedAt(geo);
    if (known?.version === version) return known.networks;
    const text = geo.networks ? readFile(geo.networks, 'utf8') : newestList(geo);
    const networks = text.then(read);
    known = { version, networks };
    networks.catch(() => {
      known = null;
    });
    return networks;
  };
}
