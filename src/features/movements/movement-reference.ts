import type { Network } from '../coins/networks.ts';

/** How money or coins move: through a bank, by card, or over a network. */
export type Rail = 'bank' | 'card' | Network;

export const isNetwork = (rail: Rail): rail is Network => rail !== 'bank' && rail !== 'card';

export type ReferenceCheck =
  | { readonly ok: true; readonly key: string }
  | { readonly ok: false; readonly fault: 'reference_short' | 'reference_no_hash' | 'reference_two_hashes' };

type Shape = { readonly fits: RegExp; readonly written: (hash: string) => string };

const bare = (hash: string): string => hash.replace(/^0x/i, '');
const hex = /^(?:0x)?[0-9a-f]{64}$/i;
const evm: Shape = { fits: hex, written: (hash) => `0x${bare(hash).toLowerCase()}` };
const lower: Shape = { fits: hex, written: (hash) => bare(hash).toLowerCase() };

/** What a transaction hash looks like on each network, and the one way in which we write it. */
const hashes: Readonly<Record<Network, Shape>> = {
  bitcoin: lower,
  trc20: lower,
  erc20: evm,
  bep20: evm,
  // The ledger itself writes capitals.
  xrp: { fits: hex, written: (hash) => bare(hash).toUpperCase() },
  // A signature of 64 bytes in base 58, in which capitals mean something.
  solana: { fits: /^[1-9A-HJ-NP-Za-km-z]{86,88}$/, written: (hash) => hash },
};

const shortestBankReference = 4;

/**
 * The canonical form in which a reference is compared: used once in any spelling, it is used for ever (decision E4). A
 * bank's reference loses its blanks and signs and is written in capitals. Of a hash, or of the page of an explorer that
 * shows it, the hash stands alone in the way of its network. The number of a charge stays as its provider writes it,
 * without blanks.
 */
export function movementReference(rail: Rail, typed: string): ReferenceCheck {
  if (rail === 'bank') {
    const key = typed
      .normalize('NFKC')
      .toUpperCase()
      .replaceAll(/[^A-Z0-9]/g, '');
    return key.length < shortestBankReference ? { ok: false, fault: 'reference_short' } : { ok: true, key };
  }
  if (rail === 'card') {
    const key = typed.normalize('NFKC').replaceAll(/\s+/g, '');
    return key.length < shortestBankReference
      ? { ok: false, fault: 'reference_short' }
      : { ok: true, key: `card:${key}` };
  }
  const { fits, written } = hashes[rail];
  const words = typed.split(/[^0-9A-Za-z]+/).filter((word) => fits.test(word));
  const [key, another] = new Set(words.map(written));
  if (key === undefined) return { ok: false, fault: 'reference_no_hash' };
  return another === undefined ? { ok: true, key } : { ok: false, fault: 'reference_two_hashes' };
}

/** The key of a further output of a transaction, or line under one number: the first has the bare one. */
export const partKey = (key: string, part: number): string => (part === 1 ? key : `${key} /${part}`);

/** The key under which the first part of it stands. */
export const firstKey = (key: string): string => key.split(' /')[0] ?? key;

/** Which part of its reference a line is, by its key. */
export const partIn = (key: string | null): number => Number(key?.split(' /')[1] ?? 1);

/** The one form in which a bank's reference is compared; null where it is none. */
export function bankKeyOf({ reference }: { readonly reference: string }): string | null {
  const check = movementReference('bank', reference);
  return check.ok ? check.key : null;
}
