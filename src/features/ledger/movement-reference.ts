import type { NetworkRow } from '../assets/catalog.ts';
import { type Network, networks } from '../assets/networks.ts';

export type Rail = 'bank' | 'card' | Network;

export const isNetwork = (rail: Rail): rail is Network => rail !== 'bank' && rail !== 'card';

export type ReferenceCheck =
  | { readonly ok: true; readonly key: string }
  | { readonly ok: false; readonly fault: 'reference_short' | 'reference_no_hash' | 'reference_two_hashes' };

type Shape = { readonly pattern: RegExp; readonly format: (hash: string) => string };

const stripPrefix = (hash: string): string => hash.replace(/^0x/i, '');
const hex = /^(?:0x)?[0-9a-f]{64}$/i;

const hashShapes: Readonly<Record<NetworkRow['hashFormat'], Shape>> = {
  hex: { pattern: hex, format: (hash) => stripPrefix(hash).toLowerCase() },
  'hex with 0x': { pattern: hex, format: (hash) => `0x${stripPrefix(hash).toLowerCase()}` },
  'hex in capitals': { pattern: hex, format: (hash) => stripPrefix(hash).toUpperCase() },
  // A 64-byte signature in case-sensitive base 58.
  'base58 signature': { pattern: /^[1-9A-HJ-NP-Za-km-z]{86,88}$/, format: (hash) => hash },
};

const minReferenceLength = 4;

/**
 * Normalizes a reference, so that every spelling counts as one reference (decision E4). Bank references keep upper-case
 * letters and digits. Explorer links become hashes. Card numbers lose their spaces.
 */
export function parseMovementReference(rail: Rail, typed: string): ReferenceCheck {
  if (rail === 'bank') {
    const key = typed
      .normalize('NFKC')
      .toUpperCase()
      .replaceAll(/[^A-Z0-9]/g, '');
    return key.length < minReferenceLength ? { ok: false, fault: 'reference_short' } : { ok: true, key };
  }
  if (rail === 'card') {
    const key = typed.normalize('NFKC').replaceAll(/\s+/g, '');
    return key.length < minReferenceLength ? { ok: false, fault: 'reference_short' } : { ok: true, key: `card:${key}` };
  }
  const { pattern, format } = hashShapes[networks[rail].hashFormat];
  const hashes = typed.split(/[^0-9A-Za-z]+/).filter((word) => pattern.test(word));
  const [key, another] = new Set(hashes.map(format));
  if (key === undefined) return { ok: false, fault: 'reference_no_hash' };
  return another === undefined ? { ok: true, key } : { ok: false, fault: 'reference_two_hashes' };
}

/** Appends the part number to the key, except for part 1. */
export const getPartKey = (key: string, part: number): string => (part === 1 ? key : `${key} /${part}`);

export const getFirstKey = (key: string): string => key.split(' /')[0] ?? key;

export const getPart = (key: string | null): number => Number(key?.split(' /')[1] ?? 1);

export function getBankKey({ reference }: { readonly reference: string }): string | null {
  const check = parseMovementReference('bank', reference);
  return check.ok ? check.key : null;
}
