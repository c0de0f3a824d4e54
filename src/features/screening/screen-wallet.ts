import type { Db } from '../../platform/database.ts';
import { wrappedAddress } from '../coins/same-key.ts';
import type { AddressEntry, SanctionsIndex } from './address-index.ts';
import { readIndex } from './index-store.ts';
import type { Category } from './party.ts';
import { type ListVersion, sourceNames, sourcesDown } from './sources.ts';
import { comparableAddress } from './wallet-address.ts';

export type Wallet = { readonly address: string; readonly network: string; readonly symbol: string };

export const screeningResults = ['clear', 'flagged', 'high_risk', 'error'] as const;
export type ScreeningResult = (typeof screeningResults)[number];

/**
 * The wallet is screened: what is known about its address [001 §4 Pre-creation checks]. `flagged` and `high_risk`
 * block, `error` holds the order (decision A4), `deeper` asks for a person's look without stopping anything.
 * `riskScore` is 0 to 100. For staff alone (decision A7).
 */
export type WalletScreening = {
  readonly result: ScreeningResult;
  readonly riskScore: number;
  readonly categories: readonly string[];
  readonly provider: string;
  readonly deeper: boolean;
  readonly lists: readonly ListVersion[];
  /** Who was found where, for people: party, list and programmes. */
  readonly matches: readonly string[];
  readonly evidence: unknown;
};

let known: SanctionsIndex | null = null;

/**
 * The index of a version (see `sanctionsVersion`): read once by each process, then known until the version changes.
 */
export async function sanctionsIndex(tx: Db, version: string): Promise<SanctionsIndex> {
  if (known?.version === version) return known;
  const index = await readIndex(tx, version);
  known = index;
  return index;
}

const scoreOf: Readonly<Record<Category, number>> = { sanctioned: 100, high_risk: 75, watch: 30 };
const resultOf: Readonly<Record<Category, ScreeningResult>> = {
  sanctioned: 'flagged',
  high_risk: 'high_risk',
  watch: 'clear',
};
const severity: Readonly<Record<ScreeningResult, number>> = { clear: 0, error: 1, high_risk: 2, flagged: 3 };
const nobody: readonly AddressEntry[] = [];

/** The graver of two results: what blocks outweighs what is unknown, and unknown outweighs clear. */
export const graver = (one: ScreeningResult, other: ScreeningResult): ScreeningResult =>
  severity[one] >= severity[other] ? one : other;

/** `SOMEBODY Listed: OFAC Specially Designated Nationals, CYBER2 (sanctioned)`. */
const matchWords = ({ party, source, partyRef, programmes, category, listedAs }: AddressEntry): string => {
  const where = [sourceNames[source], partyRef, ...programmes].join(', ');
  const by = listedAs ? `, listed as ${listedAs}, which has the same key` : '';
  return `${party}: ${where} (${category.replaceAll('_', ' ')})${by}`;
};

/** Who is listed by it, and by what wraps its key: of that the list alone does not tell the key. */
export function listedBy(index: SanctionsIndex, compared: string): readonly AddressEntry[] {
  const found = index.entries.get(compared) ?? nobody;
  const listedAs = wrappedAddress(compared);
  const wrapping = (listedAs && index.entries.get(listedAs)) || nobody;
  // Who is listed by its key itself is found by what wraps it as well.
  const others = wrapping.filter((entry) => entry.listedAs === undefined);
  return listedAs && others.length > 0 ? [...found, ...others.map((entry) => ({ ...entry, listedAs }))] : found;
}

/**
 * Screens one address against the union of all tags of all lists: a tag names the asset that was observed, not the
 * chain. A hit counts even on a list that is too old; without a hit a needed list that is down makes it an `error`,
 * never `clear` (decision A4). Pure, some microseconds.
 */
export function screenAddress(index: SanctionsIndex, { address }: Wallet, now: Date): WalletScreening {
  const compared = comparableAddress(address);
  const hits = listedBy(index, compared);
  const down = sourcesDown(index.sources, now);
  const unknown: ScreeningResult = down === 'none needed' || down.length > 0 ? 'error' : 'clear';
  return {
    result: hits.map((hit) => resultOf[hit.category]).reduce(graver, unknown),
    riskScore: Math.max(0, ...hits.map((hit) => scoreOf[hit.category])),
    categories: [...new Set(hits.map((hit) => hit.category))],
    provider: 'lists',
    deeper: hits.some((hit) => hit.category === 'watch'),
    lists: index.sources.flatMap(({ list }) => list ?? []),
    matches: [...new Set(hits.map(matchWords))],
    evidence: { compared, hits, down },
  };
}
