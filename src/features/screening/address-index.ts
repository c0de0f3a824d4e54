import { sameKeyAddresses } from '../coins/same-key.ts';
import type { Category } from './party.ts';
import type { Source, SourceName } from './sources.ts';

/** A listed address, with whose it is and where it stands. */
export type AddressEntry = {
  readonly source: SourceName;
  readonly partyRef: string;
  readonly party: string;
  readonly category: Category;
  readonly programmes: readonly string[];
  readonly tag: string;
  /** The address on the list, where it is found by another one of the same key. */
  readonly listedAs?: string;
};

/** All listed addresses of all sources in force, whatever their tag, with the sources themselves. */
export type SanctionsIndex = {
  readonly version: string;
  readonly sources: readonly Source[];
  readonly entries: ReadonlyMap<string, readonly AddressEntry[]>;
};

export type ListedEntry = AddressEntry & { readonly address: string };

const isOfOne = (one: AddressEntry, other: AddressEntry): boolean =>
  one.source === other.source && one.partyRef === other.partyRef;

/**
 * The entries by the addresses that they are found by, each in its comparable form: whoever is listed by one address
 * holds the others of its key as well.
 */
export function entriesOf(listed: readonly ListedEntry[]): Map<string, AddressEntry[]> {
  const entries = new Map<string, AddressEntry[]>();
  const put = (address: string, entry: AddressEntry) => {
    const there = entries.get(address);
    if (there) there.push(entry);
    else entries.set(address, [entry]);
  };
  for (const { address, ...entry } of listed) put(address, entry);
  for (const { address, ...entry } of listed)
    for (const other of sameKeyAddresses(address))
      if (!entries.get(other)?.some((known) => isOfOne(known, entry))) put(other, { ...entry, listedAs: address });
  return entries;
}
