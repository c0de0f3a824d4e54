import { days } from '../../kernel/clock.ts';
import { parseNetwork } from './provider-networks.ts';

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

export const pickNewer = (first: string, second: string): string =>
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
