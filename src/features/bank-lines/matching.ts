import type { Day } from '../../kernel/calendar.ts';
import { readReference } from '../../kernel/ids.ts';
import { fullName, holderMatches, nameWithin, type ProfileName } from '../movements/names.ts';
import type { StatementLine } from './statement.ts';

/** What is awaited, so far as a bank line can tell that it is for it. */
export type Awaited = {
  readonly kind: 'order' | 'payment';
  readonly id: string;
  readonly reference: string;
  /** The amounts that are taken for it, cents: an order's exact one, and its whole J$. */
  readonly asked: readonly bigint[];
  /** The day in Jamaica on which it was placed. */
  readonly since: Day;
  /** Nothing is due any more: what comes goes back. */
  readonly ended: boolean;
  readonly customer: ProfileName;
};

export type Reason =
  | 'reference_same'
  | 'reference_near'
  | 'reference_other'
  | 'amount_same'
  | 'amount_other'
  | 'name_same'
  | 'name_within'
  | 'name_other'
  | 'name_unknown'
  | 'day_fits'
  | 'day_before'
  | 'ended';

/** How much each counts, out of 100. What speaks against it is below zero. */
const weights: Readonly<Record<Reason, number>> = {
  reference_same: 45,
  reference_near: 35,
  reference_other: 0,
  amount_same: 25,
  amount_other: -30,
  name_same: 25,
  // Whoever sends money writes its words: they are a hint, and prove nothing.
  name_within: 10,
  name_other: -20,
  name_unknown: 0,
  day_fits: 5,
  day_before: -40,
  ended: -20,
};

export type Match = {
  readonly awaited: Awaited;
  /** 0 to 100. */
  readonly score: number;
  readonly reasons: readonly Reason[];
};

export type PaidLine = Pick<StatementLine, 'day' | 'minor' | 'reference' | 'details' | 'payer'>;

/** What people write their reference into, in capitals without anything between. */
const lettersOf = ({ reference, details }: Pick<PaidLine, 'reference' | 'details'>): readonly string[] =>
  [reference, details].map((text) =>
    text
      .normalize('NFKC')
      .toUpperCase()
      .replaceAll(/[^A-Z0-9]/g, ''),
  );

const windows = (text: string, length: number): string[] =>
  Array.from({ length: Math.max(0, text.length - length + 1) }, (_, at) => text.slice(at, at + length));

/** Every text in the line that could be a reference as we write them. */
export const referencesIn = (line: Pick<PaidLine, 'reference' | 'details'>): string[] => [
  ...new Set(lettersOf(line).flatMap((text) => windows(text, 7).flatMap((word) => readReference(word) ?? []))),
];

/** Misspelt by one sign: left out, added, swapped with its neighbour, or another. */
export function isNear(word: string, reference: string): boolean {
  const [short, long] = word.length < reference.length ? [word, reference] : [reference, word];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  const rest = (text: string, from: number) => text.slice(from);
  if (short.length < long.length) return rest(short, at) === rest(long, at + 1);
  if (rest(short, at + 1) === rest(long, at + 1)) return true;
  return short[at] === long[at + 1] && short[at + 1] === long[at] && rest(short, at + 2) === rest(long, at + 2);
}

/** Of three parts of a reference one slip leaves one as it was: where none stands, nothing near it does. */
const partsOf = (plain: string): readonly string[] => [plain.slice(0, 2), plain.slice(2, 4), plain.slice(4)];

/** What speaks for a reference in a line, whose words are taken apart once for all that it may be for. */
function referenceReader(line: PaidLine): (awaited: Awaited) => Reason {
  const texts = lettersOf(line);
  const words = new Set(texts.flatMap((text) => [7, 6, 8].flatMap((size) => windows(text, size))));
  return ({ reference }) => {
    const plain = reference.replaceAll('-', '');
    if (texts.some((text) => text.includes(plain))) return 'reference_same';
    const parts = partsOf(plain);
    if (!texts.some((text) => parts.some((part) => text.includes(part)))) return 'reference_other';
    return [...words].some((word) => isNear(word, plain)) ? 'reference_near' : 'reference_other';
  };
}

/** The same of a name. A customer for whom much is awaited is compared once. */
function nameReader({ payer, details }: PaidLine): (awaited: Awaited) => Reason {
  const compare = (customer: ProfileName, name: string): Reason => {
    if (name === '') return 'name_unknown';
    if (payer !== '') return holderMatches(payer, customer) ? 'name_same' : 'name_other';
    return nameWithin(details, customer) ? 'name_within' : 'name_unknown';
  };
  const known = new Map<string, Reason>();
  return ({ customer }) => {
    const name = fullName(customer);
    const reason = known.get(name) ?? compare(customer, name);
    known.set(name, reason);
    return reason;
  };
}

/** How well a line fits each thing that is awaited, and why. */
export function matcherOf(line: PaidLine): (awaited: Awaited) => Match {
  const [referenceReason, nameReason] = [referenceReader(line), nameReader(line)];
  return (awaited) => {
    const reasons: Reason[] = [
      referenceReason(awaited),
      awaited.asked.includes(line.minor) ? 'amount_same' : 'amount_other',
      nameReason(awaited),
      line.day >= awaited.since ? 'day_fits' : 'day_before',
      ...(awaited.ended ? (['ended'] as const) : []),
    ];
    const score = reasons.reduce((sum, reason) => sum + weights[reason], 0);
    return { awaited, score: Math.max(0, Math.min(100, score)), reasons };
  };
}

/** At least so much stands between a certain match and the next best. */
const clearBy = 20;
/** Below this a match is not shown: nothing but the amount fits. */
const leastShown = 20;
const mostShown = 3;

const needed: readonly Reason[] = ['amount_same', 'name_same', 'day_fits'];
const isSure = ({ score, reasons }: Match): boolean =>
  score >= 85 && needed.every((reason) => reasons.includes(reason)) && !reasons.includes('ended');

export type Proposal = {
  readonly matches: readonly Match[];
  /** The first of them stands beyond doubt: a person may confirm it at sight. Nothing is confirmed without one. */
  readonly certain: boolean;
};

/** What a line may be for by its amount or a reference that stands in it, the best first. */
function proposalFor(line: PaidLine, awaited: readonly Awaited[]): Proposal {
  const named = new Set(referencesIn(line));
  const matches = awaited
    .filter(({ asked, reference }) => asked.includes(line.minor) || named.has(reference))
    .map(matcherOf(line))
    .filter(({ score }) => score >= leastShown)
    .sort((one, other) => other.score - one.score || (one.awaited.id < other.awaited.id ? -1 : 1))
    .slice(0, mostShown);
  const [first, second] = matches;
  const certain = first !== undefined && isSure(first) && first.score - (second?.score ?? 0) >= clearBy;
  return { matches, certain };
}

/** The same of many lines. What two lines are certain of at once is certain of neither: one of them is for another. */
export function proposals(lines: readonly PaidLine[], awaited: readonly Awaited[]): Proposal[] {
  const found = lines.map((line) => proposalFor(line, awaited));
  const claims = found.flatMap(({ certain, matches }) => (certain && matches[0] ? [matches[0].awaited.id] : []));
  const times = Map.groupBy(claims, (id) => id);
  const isTwice = (id = '') => (times.get(id)?.length ?? 0) > 1;
  return found.map((one) => ({ ...one, certain: one.certain && !isTwice(one.matches[0]?.awaited.id) }));
}
