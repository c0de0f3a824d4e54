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

export const toAddressNumber = (text: string): bigint => bytesToNumber(ipaddr.process(text).toByteArray());

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
