import { addressNumber, networkRange, type PublicAddress } from './address.ts';

/** Networks nest or lie apart, never across each other: `parent` is the one just around. */
type Network = { first: bigint; last: bigint; provider: string; parent: Network | null };

/** The operator's own list of networks and who provides them, sorted for searching. */
export type ProviderNetworks = { readonly [version in 4 | 6]: readonly Network[] };

/** What a network without a name is called: such lists hold machines for hire, nobody's home. */
const unnamed = 'Hosting or VPN';

/** A network and who provides it, before it has its place among others. */
export type Listed = { version: 4 | 6; first: bigint; last: bigint; provider: string };

/**
 * Reads a line of a list: a network, its provider behind it if known: `203.0.113.0/24 Example Hosting`. Null for lines
 * that begin with `#`, and those without a network.
 */
export function networkIn(line: string): Listed | null {
  const [, cidr = '', name = ''] = /^\s*([^\s#,;]+)[\s,;]*(.*?)\s*$/.exec(line) ?? [];
  const range = networkRange(cidr);
  return range && { ...range, provider: name || unnamed };
}

/** A list ready for searching; nulls are passed over. */
export function sortedNetworks(listed: readonly (Listed | null)[]): ProviderNetworks {
  const of = (version: 4 | 6) =>
    nested(
      listed.flatMap((one) =>
        one?.version === version ? { first: one.first, last: one.last, provider: one.provider, parent: null } : [],
      ),
    );
  return { 4: of(4), 6: of(6) };
}

function nested(networks: Network[]): Network[] {
  const sorted = networks.sort((a, b) => compare(a.first, b.first) || compare(b.last, a.last));
  let around: Network | null = null;
  for (const network of sorted) {
    while (around && around.last < network.first) around = around.parent;
    network.parent = around;
    around = network;
  }
  return sorted;
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : Number(a > b));

/** The provider of the smallest network that holds an address; null when the list has none. */
export function providerOf(networks: ProviderNetworks, address: PublicAddress): string | null {
  const number = addressNumber(address.text);
  let network = lastBegunBefore(networks[address.version], number);
  while (network && network.last < number) network = network.parent;
  return network?.provider ?? null;
}

function lastBegunBefore(sorted: readonly Network[], number: bigint): Network | null {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.first ?? 0n) <= number) low = middle + 1;
    else high = middle;
  }
  return sorted[low - 1] ?? null;
}

/**
 * The VPN check: words in a provider's name that speak for a line that stands elsewhere than its user [000 §8 Location,
 * §9].
 */
const hidingWords = ['vpn', 'proxy', 'datacenter', 'hosting', 'cloud', 'server'] as const;

/** Whether a provider's name suggests a VPN or proxy. A hint for a warning, never a reason to stop anything. */
export const hidesPlace = (provider: string | null): boolean =>
  provider !== null && hidingWords.some((word) => provider.toLowerCase().includes(word));
