import { days } from '../../kernel/clock.ts';
import { networkIn } from './provider-networks.ts';

/**
 * The files of X4BNet/lists_vpn that our list is put together from, and what a network in each is. The later wins: its
 * list of datacenters holds its VPNs too, and that of VPNs the relay that many phones use by themselves, which is none.
 */
export const parts = [
  { path: 'output/datacenter/ipv4.txt', provider: 'Datacenter or hosting' },
  { path: 'output/datacenter/ipv6.txt', provider: 'Datacenter or hosting' },
  { path: 'output/vpn/ipv4.txt', provider: 'VPN service' },
  { path: 'output/vpn/ipv6.txt', provider: 'VPN service' },
  { path: 'input/vpn/ips/apple.txt', provider: 'Apple Private Relay' },
] as const;

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));

/** One list of the texts of all parts, in their order, as of a day (YYYY-MM-DD), which its first line says. */
export function composeList(texts: readonly string[], day: string): string {
  const named = parts.flatMap(({ provider }, at) => linesOf(texts[at] ?? '').map((cidr) => [cidr, provider] as const));
  return [`# X4BNet/lists_vpn ${day}`, ...[...new Map(named)].map((line) => line.join(' '))].join('\n');
}

/** As of when a list is; before all others where it does not say. */
const dayOf = (list: string): Date => new Date(/^# \S+ (\d{4}-\d\d-\d\d)\n/.exec(list)?.[1] ?? 0);

/** Whole days since the day of a list. */
export const ageOf = (list: string, now: Date): number => Math.floor((now.getTime() - dayOf(list).getTime()) / days(1));

/** The one of two lists that is as of a later day. */
export const newerOf = (one: string, other: string): string => (dayOf(one) >= dayOf(other) ? one : other);

/** No provider has more: whoever slips `0.0.0.0/0` into a list would have everybody warned. */
const widest = { 4: 1n << 24n, 6: 1n << 112n } as const;

/** Why a list must not take the place of the one before; null when it may. One that lost a fifth is not whole. */
export function faultOf(list: string, before: string): string | null {
  const networks = linesOf(list).map(networkIn);
  if (networks.includes(null)) return 'it has a line without a network';
  if (networks.some((one) => one && one.last - one.first >= widest[one.version])) return 'it has a network too wide';
  const [now, then] = [counted(list), counted(before)];
  const lost = [...then].some(([provider, many]) => (now.get(provider) ?? 0) * 5 <= many * 4);
  return lost ? 'it lost a fifth of its networks' : null;
}

/** How many networks a list has of each kind. */
function counted(list: string): Map<string, number> {
  const many = new Map<string, number>();
  for (const line of linesOf(list)) {
    const kind = line.slice(line.indexOf(' ') + 1);
    many.set(kind, (many.get(kind) ?? 0) + 1);
  }
  return many;
}
