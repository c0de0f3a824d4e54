import type { Db } from '../../platform/database/database.ts';
import { getWrappedAddress } from '../assets/same-key.ts';
import { type AddressEntry, getComparableAddress, type SanctionsIndex } from './address-index.ts';
import { findActiveVersion, loadIndex } from './index-store.ts';
import type { Category } from './party.ts';
import { getSourcesDown, type ListVersion, sourceNames } from './sources.ts';

export type Wallet = { readonly address: string; readonly network: string; readonly symbol: string };

export const screeningResults = ['clear', 'flagged', 'high_risk', 'error'] as const;
export type ScreeningResult = (typeof screeningResults)[number];

/**
 * Result of wallet screening, for staff only (decision A7) [001 §4 Pre-creation checks]. `flagged` and `high_risk`
 * block, `error` holds the order (A4), `deeper` triggers a review. `riskScore` is 0 to 100.
 */
export type WalletScreening = {
  readonly result: ScreeningResult;
  readonly riskScore: number;
  readonly categories: readonly string[];
  readonly provider: string;
  readonly deeper: boolean;
  readonly lists: readonly ListVersion[];
  /** Texts for staff: party, list and programmes. */
  readonly matches: readonly string[];
  readonly evidence: unknown;
};

let cachedIndex: SanctionsIndex | null = null;

/** Loads the index. The process caches it until the version changes (see `sanctionsVersion`). */
export async function loadSanctionsIndex(tx: Db, version: string): Promise<SanctionsIndex> {
  if (cachedIndex?.version === version) return cachedIndex;
  const index = await loadIndex(tx, version);
  cachedIndex = index;
  return index;
}

const categoryScores: Readonly<Record<Category, number>> = { sanctioned: 100, high_risk: 75, watch: 30 };
const categoryResults: Readonly<Record<Category, ScreeningResult>> = {
  sanctioned: 'flagged',
  high_risk: 'high_risk',
  watch: 'clear',
};
const severity: Readonly<Record<ScreeningResult, number>> = { clear: 0, error: 1, high_risk: 2, flagged: 3 };
const noEntries: readonly AddressEntry[] = [];

export const moreSevere = (left: ScreeningResult, right: ScreeningResult): ScreeningResult =>
  severity[left] >= severity[right] ? left : right;

const formatMatch = ({ party, source, partyRef, programmes, category, listedAs }: AddressEntry): string => {
  const place = [sourceNames[source], partyRef, ...programmes].join(', ');
  const by = listedAs ? `, listed as ${listedAs}, which has the same key` : '';
  return `${party}: ${place} (${category.replaceAll('_', ' ')})${by}`;
};

/** Finds the entries for an address and for the `3…` address that wraps its key. */
export function findListedEntries(index: SanctionsIndex, compared: string): readonly AddressEntry[] {
  const found = index.entries.get(compared) ?? noEntries;
  const listedAs = getWrappedAddress(compared);
  const wrapping = (listedAs && index.entries.get(listedAs)) || noEntries;
  // `found` already includes the entries of other addresses of the key.
  const wrappedEntries = wrapping.filter((entry) => entry.listedAs === undefined);
  return listedAs && wrappedEntries.length > 0
    ? [...found, ...wrappedEntries.map((entry) => ({ ...entry, listedAs }))]
    : found;
}

/**
 * Screens an address against all lists, whatever the tag: a tag names an asset, not a chain. Matches on outdated lists
 * count too. Without a match, an unavailable required list results in `error` (A4). Pure.
 */
export function screenAddress(index: SanctionsIndex, { address }: Wallet, now: Date): WalletScreening {
  const compared = getComparableAddress(address);
  const hits = findListedEntries(index, compared);
  const down = getSourcesDown(index.sources, now);
  const baseResult: ScreeningResult = down === 'none needed' || down.length > 0 ? 'error' : 'clear';
  return {
    result: hits.map((hit) => categoryResults[hit.category]).reduce(moreSevere, baseResult),
    riskScore: Math.max(0, ...hits.map((hit) => categoryScores[hit.category])),
    categories: [...new Set(hits.map((hit) => hit.category))],
    provider: 'lists',
    deeper: hits.some((hit) => hit.category === 'watch'),
    lists: index.sources.flatMap(({ list }) => list ?? []),
    matches: [...new Set(hits.map(formatMatch))],
    evidence: { compared, hits, down },
  };
}

/** Screens an address against the lists now in force (decision A4). */
export const screenAddressNow = async (tx: Db, wallet: Wallet, now: Date): Promise<WalletScreening> =>
  screenAddress(await loadSanctionsIndex(tx, await findActiveVersion(tx)), wallet, now);

export const isAddressClearNow = async (tx: Db, wallet: Wallet, now: Date): Promise<boolean> =>
  (await screenAddressNow(tx, wallet, now)).result === 'clear';
