import ipaddr from 'ipaddr.js';
import type { QueueKeys } from '../limits/fair-queue.ts';

type ClientOrigin = { readonly connection: string; readonly network: string };

const origins = new Map<string, ClientOrigin>();
const maxCached = 10_000;

function getOrigin(ip: string): ClientOrigin {
  const cached = origins.get(ip);
  if (cached) return cached;
  const origin = ipaddr.isValid(ip) ? parseOrigin(ipaddr.process(ip)) : { connection: ip, network: ip };
  if (origins.size >= maxCached) origins.clear();
  origins.set(ip, origin);
  return origin;
}

function parseOrigin(address: ipaddr.IPv4 | ipaddr.IPv6): ClientOrigin {
  const formatCidr = (bits: number) => {
    const parser = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
    return `${parser.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()}/${bits}`;
  };
  if (address.kind() === 'ipv4') return { connection: address.toString(), network: formatCidr(24) };
  return { connection: formatCidr(64), network: formatCidr(48) };
}

/** Returns an IPv4 address, or the /64 of IPv6, which one subscriber controls. Mapped IPv4 counts as IPv4. */
export const getConnectionKey = (ip: string): string => getOrigin(ip).connection;

/** Returns the /24 of IPv4 or the /48 of IPv6, which one customer of a provider can control. */
export const getNetworkKey = (ip: string): string => getOrigin(ip).network;

/** Returns the keys of a caller for {@link fairQueue}, widest first. */
export const getQueueKeys = (ip: string, accountKey: string): QueueKeys => [
  getNetworkKey(ip),
  getConnectionKey(ip),
  accountKey,
];
