import { xAddressToClassicAddress } from 'ripple-address-codec';
import { getSameKeyAddresses } from '../assets/same-key.ts';
import type { Category } from './party.ts';
import type { Source, SourceName } from './sources.ts';

const evm = /^0x[0-9a-f]{40}$/i;
const bech32 = /^(?:bc|ltc|bnb|zs|addr)1[02-9ac-hj-np-z]{6,}$/i;
const cashAddress = /^(?:bitcoincash:)?[qp][02-9ac-hj-np-z]{41}$/i;
const xAddress = /^X[1-9A-HJ-NP-Za-km-z]{46}$/;
const isSingleCase = (text: string) => text === text.toLowerCase() || text === text.toUpperCase();

/** True for a bech32 or cash address in both cases, which no wallet accepts. */
export const hasMixedCase = (address: string): boolean =>
  !isSingleCase(address) && (bech32.test(address) || cashAddress.test(address));

function toClassicAddress(text: string): string {
  try {
    return xAddressToClassicAddress(text).classicAddress;
  } catch {
    return text;
  }
}

/**
 * Returns the canonical form: lower case for EVM, bech32 and cash addresses, the classic address for XRP X-addresses.
 * Base58 is case-sensitive. Detects the kind by its form, because a list's tag names an asset, not a chain.
 */
export function getComparableAddress(text: string): string {
  const address = text.trim();
  if (evm.test(address)) return address.toLowerCase();
  if (isSingleCase(address) && bech32.test(address)) return address.toLowerCase();
  if (isSingleCase(address) && cashAddress.test(address)) return address.toLowerCase().replace('bitcoincash:', '');
  return xAddress.test(address) ? toClassicAddress(address) : address;
}

export type AddressEntry = {
  readonly source: SourceName;
  readonly partyRef: string;
  readonly party: string;
  readonly category: Category;
  readonly programmes: readonly string[];
  readonly tag: string;
  /** Address on the list, when the match is another address of the same key. */
  readonly listedAs?: string;
};

export type SanctionsIndex = {
  readonly version: string;
  readonly sources: readonly Source[];
  readonly entries: ReadonlyMap<string, readonly AddressEntry[]>;
};

export type ListedEntry = AddressEntry & { readonly address: string };

const isSameParty = (left: AddressEntry, right: AddressEntry): boolean =>
  left.source === right.source && left.partyRef === right.partyRef;

/** Indexes entries by comparable address, including the other addresses of the same key. */
export function indexEntries(listed: readonly ListedEntry[]): Map<string, AddressEntry[]> {
  const entries = new Map<string, AddressEntry[]>();
  const addEntry = (address: string, entry: AddressEntry) => {
    const existing = entries.get(address);
    if (existing) existing.push(entry);
    else entries.set(address, [entry]);
  };
  for (const { address, ...entry } of listed) addEntry(address, entry);
  for (const { address, ...entry } of listed)
    for (const equivalent of getSameKeyAddresses(address))
      if (!entries.get(equivalent)?.some((known) => isSameParty(known, entry)))
        addEntry(equivalent, { ...entry, listedAs: address });
  return entries;
}
