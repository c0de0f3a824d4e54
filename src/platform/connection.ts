import ipaddr from 'ipaddr.js';

/**
 * The connection that an address belongs to, for counting: an IPv4 address by itself, IPv6 by its /64, which is the
 * least that one subscriber is given and can wander through. An IPv4 address in IPv6 clothes counts as what it is.
 */
export function connectionOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`).toString()}/64`;
}
