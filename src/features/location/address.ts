import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address of a connection that the public internet knows, in its usual spelling. */
export type PublicAddress = { readonly text: string; readonly version: 4 | 6 };

/**
 * Reads the address of a connection; null for what is no address and for those that say nothing of a place (private,
 * loopback, shared by a carrier). An IPv4 address in IPv6 clothes counts as what it is.
 */
export function publicAddress(text: string): PublicAddress | null {
  if (isIP(text) === 0) return null;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return null;
  return { text: address.toString(), version: address.kind() === 'ipv4' ? 4 : 6 };
}

/** An address as one number, so that networks can be sorted. */
export const addressNumber = (text: string): bigint => numberOf(ipaddr.process(text).toByteArray());

/** First and last address of a network such as `203.0.113.0/24`; null for what is none. A bare address is a network. */
export function networkRange(text: string): { version: 4 | 6; first: bigint; last: bigint } | null {
  const cidr = text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`;
  const parsed = parsedOrNull(cidr);
  if (!parsed) return null;
  const [address, bits] = parsed;
  const bytes = address.toByteArray();
  const room = 1n << BigInt(bytes.length * 8 - bits);
  const first = (numberOf(bytes) / room) * room;
  return { version: address.kind() === 'ipv4' ? 4 : 6, first, last: first + room - 1n };
}

/** Asking first whether it is one would read each twice, and lists are long. */
function parsedOrNull(cidr: string): ReturnType<typeof ipaddr.parseCIDR> | null {
  try {
    return ipaddr.parseCIDR(cidr);
  } catch {
    return null;
  }
}

const numberOf = (bytes: readonly number[]): bigint => bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n);
