import { likenessOfWords } from './name-likeness.ts';
import { nameTokens } from './names.ts';
import type { Agreement, HitDetails } from './views.ts';

/** What is known about a customer, for comparing. */
export type CustomerFacts = {
  readonly names: readonly string[];
  /** As `1990-04-12`: all that were ever given, none where none is known. */
  readonly births: readonly string[];
  /** ISO codes of nationality and residence. */
  readonly countries: readonly string[];
};

export type Candidate = HitDetails['party'] & { readonly listedNames: readonly { name: string; weak: boolean }[] };

/** How likely it is that two sides are one, and what that rests on. */
export type Match = Omit<HitDetails, 'customer' | 'party'> & { readonly score: number };

type Agreeing = { readonly score: number; readonly birth: Agreement };

/** Name and date of birth agree: a person looks within half an hour. */
export const isVeryLike = ({ score, birth }: Agreeing): boolean => score >= sureName && birth === 'same';

/**
 * Two people say that a match is somebody else where name and birth of a customer agree; and whenever it is whom they
 * named as holder, whose birth is not asked, and behind whose name any word can be typed.
 */
export const isClearedByTwo = ({ holder, ...match }: Agreeing & { readonly holder?: true }): boolean =>
  holder || isVeryLike(match);

/** Names less alike than this are not compared further. */
const leastName = 0.85;
/** From this score on a person looks at it, out of 100. */
export const leastScore = 85;
/**
 * A name as good as the very one on the list is looked at by a person whatever else its bearer typed: a false date of
 * birth and another country cost nothing to type.
 */
const sureName = 95;

const weights = {
  birth: { same: 8, near: 3, unknown: 0, differs: -15 },
  country: { same: 4, near: 0, unknown: 0, differs: -4 },
  weakName: -8,
} as const satisfies Record<string, number | Record<Agreement, number>>;

/** First and last year that a birth as a list writes it may mean. */
function yearsOf(birth: string): [number, number] {
  const [from = '', until = from] = birth.split('/');
  return [Number(from.slice(0, 4)), Number(until.slice(0, 4))];
}

/** Lists often know the year alone, and are often a year off. Of several dates that were given the best counts. */
export function birthAgreement(customer: readonly string[], listed: readonly string[]): Agreement {
  if (customer.length === 0 || listed.length === 0) return 'unknown';
  const spans = listed.map(yearsOf);
  const isSame = (given: string) => listed.some((birth) => !birth.includes('/') && given.startsWith(birth));
  const isNear = (given: string) => spans.some(([from, until]) => isWithin(Number(given.slice(0, 4)), from, until));
  if (customer.some(isSame)) return 'same';
  return customer.some(isNear) ? 'near' : 'differs';
}

const isWithin = (year: number, from: number, until: number): boolean => year >= from - 1 && year <= until + 1;

export function countryAgreement(customer: readonly string[], listed: readonly string[]): Agreement {
  const known = customer.filter((country) => country !== 'other');
  if (known.length === 0 || listed.length === 0) return 'unknown';
  return known.some((country) => listed.includes(country)) ? 'same' : 'differs';
}

/**
 * Compares a customer with a listed party: every name of one with every name of the other, then date of birth and
 * country for and against. Null where a person need not look. It never condemns: every match is for a person.
 */
export function matchParty(customer: CustomerFacts, party: Candidate): Match | null {
  const listedNames = party.listedNames.map((listed) => ({ listed, words: nameTokens(listed.name) }));
  const pairs = customer.names.flatMap((name) => {
    const own = nameTokens(name);
    return listedNames.map(({ listed, words }) => ({ name, listed, likeness: likenessOfWords(own, words) }));
  });
  const worth = (pair: (typeof pairs)[number]) => pair.likeness * 100 + (pair.listed.weak ? weights.weakName : 0);
  const best = pairs.filter(({ likeness }) => likeness >= leastName).sort((a, b) => worth(b) - worth(a))[0];
  if (!best) return null;
  const birth = birthAgreement(customer.births, party.births);
  const country = countryAgreement(customer.countries, party.countries);
  const told = Math.min(100, Math.round(worth(best) + weights.birth[birth] + weights.country[country]));
  const score = worth(best) >= sureName ? Math.max(leastScore, told) : told;
  if (score < leastScore) return null;
  const matched = { customer: best.name, party: best.listed.name, weak: best.listed.weak };
  return { score, matched, nameScore: Math.round(best.likeness * 100), birth, country };
}
