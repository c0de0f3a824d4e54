import ipaddr from 'ipaddr.js';
import type { Whose } from './turns.ts';

type From = { readonly connection: string; readonly network: string };

/** What lately used addresses came out as: each request asks several times. */
const known = new Map<string, From>();
const mostKnown = 10_000;

function fromOf(ip: string): From {
  const before = known.get(ip);
  if (before) return before;
  const from = ipaddr.isValid(ip) ? read(ipaddr.process(ip)) : { connection: ip, network: ip };
  if (known.size >= mostKnown) known.clear();
  known.set(ip, from);
  return from;
}

function read(address: ipaddr.IPv4 | ipaddr.IPv6): From {
  const around = (bits: number) => {
    const kind = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
    return `${kind.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()}/${bits}`;
  };
  if (address.kind() === 'ipv4') return { connection: address.toString(), network: around(24) };
  return { connection: around(64), network: around(48) };
}

/**
 * The connection that an address belongs to, for counting: an IPv4 address by itself, IPv6 by its /64, which is the
 * least that one subscriber is given and can wander through. An IPv4 address in IPv6 clothes counts as what it is.
 */
export const connectionOf = (ip: string): string => fromOf(ip).connection;

/**
 * The network around a connection, which one customer of a provider can have to themselves: IPv4 by its /24, IPv6 by
 * its /48, in which there are 65,536 connections.
 */
export const networkOf = (ip: string): string => fromOf(ip).network;

/** Whose an act is that comes from an address and is about an account, for a line in which turns are given out. */
export const whoseOf = (ip: string, account: string): Whose => [networkOf(ip), connectionOf(ip), account];
