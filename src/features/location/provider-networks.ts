import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type PublicAddress = { readonly text: string; readonly version: 4 | 6 };

/** Parses an IP address; null for private, loopback and carrier-shared ranges. Converts IPv4-mapped IPv6 to IPv4. */
export function parsePublicAddress(text: string): PublicAddress | null {
  if (isIP(text) === 0) return null;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return null;
  return { text: address.toString(), version: address.kind() === 'ipv4' ? 4 : 6 };
}

const toAddressNumber = (text: string): bigint => bytesToNumber(ipaddr.process(text).toByteArray());

/** Returns the first and last address of a CIDR such as `203.0.113.0/24`; null when invalid. */
export function parseNetworkRange(text: string): { version: 4 | 6; first: bigint; last: bigint } | null {
  const cidr = text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`;
  const parsed = parseCidr(cidr);
  if (!parsed) return null;
  const [address, bits] = parsed;
  const bytes = address.toByteArray();
  const size = 1n << BigInt(bytes.length * 8 - bits);
  const first = (bytesToNumber(bytes) / size) * size;
  return { version: address.kind() === 'ipv4' ? 4 : 6, first, last: first + size - 1n };
}

/** Catches errors, because validating first would parse each line of a long list twice. */
function parseCidr(cidr: string): ReturnType<typeof ipaddr.parseCIDR> | null {
  try {
    return ipaddr.parseCIDR(cidr);
  } catch {
    return null;
  }
}

const bytesToNumber = (bytes: readonly number[]): bigint =>
  bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n);

/** Networks nest but never overlap. `parent`: the next larger network. */
type Network = { first: bigint; last: bigint; provider: string; parent: Network | null };

export type ProviderNetworks = { readonly [version in 4 | 6]: readonly Network[] };

/** Lists without names contain rented servers, not homes. */
const unnamedProvider = 'Hosting or VPN';

export type Listed = { version: 4 | 6; first: bigint; last: bigint; provider: string };

/** Parses a line such as `203.0.113.0/24 Example Hosting`; null for comments and other lines. */
export function parseNetwork(line: string): Listed | null {
  const [, cidr = '', name = ''] = /^\s*([^\s#,;]+)[\s,;]*(.*?)\s*$/.exec(line) ?? [];
  const range = parseNetworkRange(cidr);
  return range && { ...range, provider: name || unnamedProvider };
}

export function sortNetworks(listed: readonly (Listed | null)[]): ProviderNetworks {
  const forVersion = (version: 4 | 6) =>
    nestNetworks(
      listed.flatMap((one) =>
        one?.version === version ? { first: one.first, last: one.last, provider: one.provider, parent: null } : [],
      ),
    );
  return { 4: forVersion(4), 6: forVersion(6) };
}

function nestNetworks(networks: Network[]): Network[] {
  const sorted = networks.sort((a, b) => compare(a.first, b.first) || compare(b.last, a.last));
  let enclosing: Network | null = null;
  for (const network of sorted) {
    while (enclosing && enclosing.last < network.first) enclosing = enclosing.parent;
    network.parent = enclosing;
    enclosing = network;
  }
  return sorted;
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : Number(a > b));

export function findProvider(networks: ProviderNetworks, address: PublicAddress): string | null {
  const number = toAddressNumber(address.text);
  let network = findLastStartingBefore(networks[address.version], number);
  while (network && network.last < number) network = network.parent;
  return network?.provider ?? null;
}

function findLastStartingBefore(sorted: readonly Network[], number: bigint): Network | null {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.first ?? 0n) <= number) low = middle + 1;
    else high = middle;
  }
  return sorted[low - 1] ?? null;
}

/** Words in provider names that suggest a VPN [000 §8 Location, §9]. */
const hidingWords = ['vpn', 'proxy', 'datacenter', 'hosting', 'cloud', 'server'] as const;

/** True when the provider name suggests a VPN. Shows a warning, and never blocks. */
export const hidesPlace = (provider: string | null): boolean =>
  provider !== null && hidingWords.some((word) => provider.toLowerCase().includes(word));
