import { compareTokens, getNameTokens, isComparable } from './names.ts';
import type { Agreement, HitDetails } from './views.ts';

export type ListedMatch = {
  readonly source: string;
  readonly sourceName: string;
  readonly partyRef: string;
  readonly listId: string | null;
  readonly factsHash: string;
  readonly party: HitDetails['party'];
  readonly match: Match;
};

export type CustomerIdentity = {
  readonly names: readonly string[];
  /** ISO dates: every date that the customer ever entered. */
  readonly births: readonly string[];
  readonly countries: readonly string[];
};

export type Candidate = HitDetails['party'] & { readonly listedNames: readonly { name: string; weak: boolean }[] };

export type Match = Omit<HitDetails, 'customer' | 'party'> & { readonly score: number };

type MatchStrength = { readonly score: number; readonly birth: Agreement };

/** Returns true for an exact name with the same birth date. Staff review these within 30 minutes. */
export const isStrongMatch = ({ score, birth }: MatchStrength): boolean => score >= exactNameScore && birth === 'same';

/** True for strong matches and all holder matches, which have a free-text name and no birth date. */
export const needsTwoPeople = ({ holder, ...match }: MatchStrength & { readonly holder?: true }): boolean =>
  holder || isStrongMatch(match);

const minNameSimilarity = 0.85;
/** Minimum score, out of 100, for a review by staff. */
export const minScore = 85;
/** Exact names are always reviewed, because customers can easily enter a false birth date or country. */
const exactNameScore = 95;

const weights = {
  birth: { same: 8, near: 3, unknown: 0, differs: -15 },
  country: { same: 4, near: 0, unknown: 0, differs: -4 },
  weakName: -8,
} as const satisfies Record<string, number | Record<Agreement, number>>;

function parseYears(birth: string): [number, number] {
  const [from = '', until = from] = birth.split('/');
  return [Number(from.slice(0, 4)), Number(until.slice(0, 4))];
}

/** Returns the best agreement of all dates. Lists often have the year only, or are one year off. */
export function compareBirths(customer: readonly string[], listed: readonly string[]): Agreement {
  if (customer.length === 0 || listed.length === 0) return 'unknown';
  const spans = listed.map(parseYears);
  const isSame = (date: string) => listed.some((birth) => !birth.includes('/') && date.startsWith(birth));
  const isNear = (date: string) => spans.some(([from, until]) => isWithin(Number(date.slice(0, 4)), from, until));
  if (customer.some(isSame)) return 'same';
  return customer.some(isNear) ? 'near' : 'differs';
}

const isWithin = (year: number, from: number, until: number): boolean => year >= from - 1 && year <= until + 1;

export function compareCountries(customer: readonly string[], listed: readonly string[]): Agreement {
  const known = customer.filter((country) => country !== 'other');
  if (known.length === 0 || listed.length === 0) return 'unknown';
  return known.some((country) => listed.includes(country)) ? 'same' : 'differs';
}

/** Compares all names, then birth date and country. Returns null when no review is needed. */
export function matchParty(customer: CustomerIdentity, party: Candidate): Match | null {
  const listedNames = party.listedNames.map((listed) => ({ listed, words: getNameTokens(listed.name) }));
  const pairs = customer.names.flatMap((name) => {
    const customerWords = getNameTokens(name);
    return listedNames.map(({ listed, words }) => ({ name, listed, similarity: compareTokens(customerWords, words) }));
  });
  const getPairScore = (pair: (typeof pairs)[number]) =>
    pair.similarity * 100 + (pair.listed.weak ? weights.weakName : 0);
  const best = pairs
    .filter(({ similarity }) => similarity >= minNameSimilarity)
    .sort((a, b) => getPairScore(b) - getPairScore(a))[0];
  if (!best) return null;
  const birth = compareBirths(customer.births, party.births);
  const country = compareCountries(customer.countries, party.countries);
  const rawScore = Math.min(100, Math.round(getPairScore(best) + weights.birth[birth] + weights.country[country]));
  const score = getPairScore(best) >= exactNameScore ? Math.max(minScore, rawScore) : rawScore;
  if (score < minScore) return null;
  const matched = { customer: best.name, party: best.listed.name, weak: best.listed.weak };
  return { score, matched, nameScore: Math.round(best.similarity * 100), birth, country };
}

/** Source of hits for names that staff must compare manually. */
export const manualSource = 'by hand';

const party = {
  name: 'Name in another alphabet or with too many words',
  aliases: [],
  births: [],
  countries: [],
  programmes: [],
  category: 'watch',
} as const;

/** Returns a match for each name that needs a manual comparison, so that approvals wait for the decision. */
export const getManualMatches = ({ names }: Pick<CustomerIdentity, 'names'>): ListedMatch[] =>
  names
    .filter((name) => !isComparable(name))
    .map((name) => {
      const matched = { customer: name, party: party.name, weak: false };
      const match = { score: minScore, matched, nameScore: 0, birth: 'unknown', country: 'unknown' } as const;
      return {
        source: manualSource,
        sourceName: manualSource,
        partyRef: name,
        listId: null,
        factsHash: '',
        party,
        match,
      };
    });
