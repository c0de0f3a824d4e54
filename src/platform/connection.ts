import ipaddr from 'ipaddr.js';
import type { Whose } from './turns.ts';

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

/**
 * The network around a connection, which one customer of a provider can have to themselves: IPv4 by its /24, IPv6 by
 * its /48, in which there are 65,536 connections.
 */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  const [kind, bits] = address.kind() === 'ipv4' ? [ipaddr.IPv4, 24] : [ipaddr.IPv6, 48];
  return `${kind.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()}/${bits}`;
}

/** Whose an act is that comes from an address and is about an account, for a line in which turns are given out. */
export const whoseOf = (ip: string, account: string): Whose => [networkOf(ip), connectionOf(ip), account];
