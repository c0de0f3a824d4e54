import { getSameKeyAddresses } from '../assets/same-key.ts';
import type { Category } from './party.ts';
import type { Source, SourceName } from './sources.ts';

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
