import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate as others } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { days } from '../../kernel/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import { type Listed, type ProviderNetworks, parseNetwork, sortNetworks } from './provider-networks.ts';

/** Files of X4BNet/lists_vpn. Later files override earlier ones. */
export const sourceFiles = [
  { path: 'output/datacenter/ipv4.txt', provider: 'Datacenter or hosting' },
  { path: 'output/datacenter/ipv6.txt', provider: 'Datacenter or hosting' },
  { path: 'output/vpn/ipv4.txt', provider: 'VPN service' },
  { path: 'output/vpn/ipv6.txt', provider: 'VPN service' },
  { path: 'input/vpn/ips/apple.txt', provider: 'Apple Private Relay' },
] as const;

const parseLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));

export function composeList(texts: readonly string[], day: string): string {
  const named = sourceFiles.flatMap(({ provider }, at) =>
    parseLines(texts[at] ?? '').map((cidr) => [cidr, provider] as const),
  );
  return [`# X4BNet/lists_vpn ${day}`, ...[...new Map(named)].map((line) => line.join(' '))].join('\n');
}

const getListDate = (list: string): Date => new Date(/^# \S+ (\d{4}-\d\d-\d\d)\n/.exec(list)?.[1] ?? 0);

export const getAgeDays = (list: string, now: Date): number =>
  Math.floor((now.getTime() - getListDate(list).getTime()) / days(1));

const pickNewer = (first: string, second: string): string =>
  getListDate(first) >= getListDate(second) ? first : second;

/** Maximum addresses of a provider: a list with `0.0.0.0/0` would warn every customer. */
const maxNetworkSize = { 4: 1n << 24n, 6: 1n << 112n } as const;

/** Returns the reason to reject a renewed list; null when valid. */
export function findListFault(list: string, before: string): string | null {
  const networks = parseLines(list).map(parseNetwork);
  if (networks.includes(null)) return 'it has a line without a network';
  if (networks.some((one) => one && one.last - one.first >= maxNetworkSize[one.version]))
    return 'it has a network that is too large';
  const [counts, countsBefore] = [countByProvider(list), countByProvider(before)];
  const hasLostMany = [...countsBefore].some(([provider, many]) => (counts.get(provider) ?? 0) * 5 <= many * 4);
  return hasLostMany ? 'it lost a fifth of its networks' : null;
}

function countByProvider(list: string): Map<string, number> {
  const many = new Map<string, number>();
  for (const line of parseLines(list)) {
    const provider = line.slice(line.indexOf(' ') + 1);
    many.set(provider, (many.get(provider) ?? 0) + 1);
  }
  return many;
}

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
