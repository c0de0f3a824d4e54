import { type PublicAddress, parseNetworkRange, toAddressNumber } from './address.ts';

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
