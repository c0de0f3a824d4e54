import type { Day } from '../../kernel/calendar.ts';
import { findReferences } from '../../kernel/order-reference.ts';
import { getFullName, holderMatches, isNameWithin, type ProfileName } from '../ledger/names.ts';
import type { StatementLine } from './statement.ts';

export type ExpectedPayment = {
  readonly kind: 'order' | 'payment';
  readonly id: string;
  readonly reference: string;
  /** Reference of the recurring buy that the order belongs to. A transfer carries either. */
  readonly recurringReference?: string | null;
  /** Accepted amounts in cents: the exact amount and, in J$, the amount without its cents. */
  readonly acceptedAmounts: readonly bigint[];
  /** Day in Jamaica on which the order or payment started. */
  readonly since: Day;
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

/** Points of a match, out of 100. */
const weights: Readonly<Record<Reason, number>> = {
  reference_same: 45,
  reference_near: 35,
  reference_other: 0,
  amount_same: 25,
  amount_other: -30,
  name_same: 25,
  // Low, because the payer writes the description.
  name_within: 10,
  name_other: -20,
  name_unknown: 0,
  day_fits: 5,
  day_before: -40,
  ended: -20,
};

export type Match = {
  readonly expected: ExpectedPayment;
  readonly score: number;
  readonly reasons: readonly Reason[];
};

export type PaidLine = Pick<StatementLine, 'day' | 'minor' | 'reference' | 'details' | 'payer'>;

const getSearchTexts = ({ reference, details }: Pick<PaidLine, 'reference' | 'details'>): readonly string[] =>
  [reference, details].map((text) =>
    text
      .normalize('NFKC')
      .toUpperCase()
      .replaceAll(/[^A-Z0-9]/g, ''),
  );

const getWindows = (text: string, length: number): string[] =>
  Array.from({ length: Math.max(0, text.length - length + 1) }, (_, at) => text.slice(at, at + length));

export const parseReferences = (line: Pick<PaidLine, 'reference' | 'details'>): string[] => [
  ...new Set([line.reference, line.details].flatMap(findReferences)),
];

/** True if one character is missing, added, replaced or swapped with its neighbour. */
export function isOneTypoAway(text: string, reference: string): boolean {
  const [short, long] = text.length < reference.length ? [text, reference] : [reference, text];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  const rest = (text: string, from: number) => text.slice(from);
  if (short.length < long.length) return rest(short, at) === rest(long, at + 1);
  if (rest(short, at + 1) === rest(long, at + 1)) return true;
  return short[at] === long[at + 1] && short[at + 1] === long[at] && rest(short, at + 2) === rest(long, at + 2);
}

/** Index parts: one typo changes at most two of the three parts, so a near reference shares a part. */
const splitReference = (plain: string): readonly string[] => [plain.slice(0, 2), plain.slice(2, 4), plain.slice(4)];

const getReferences = ({ reference, recurringReference }: ExpectedPayment): readonly string[] =>
  recurringReference ? [reference, recurringReference] : [reference];

function createReferenceMatcher(line: PaidLine): (expected: ExpectedPayment) => Reason {
  const texts = getSearchTexts(line);
  const candidates = new Set(texts.flatMap((text) => [7, 6, 8].flatMap((size) => getWindows(text, size))));
  const compare = (plain: string): Reason => {
    if (texts.some((text) => text.includes(plain))) return 'reference_same';
    const parts = splitReference(plain);
    if (!texts.some((text) => parts.some((part) => text.includes(part)))) return 'reference_other';
    return [...candidates].some((candidate) => isOneTypoAway(candidate, plain)) ? 'reference_near' : 'reference_other';
  };
  return (expected) => {
    const found = getReferences(expected).map((reference) => compare(reference.replaceAll('-', '')));
    return (
      (['reference_same', 'reference_near'] as const).find((reason) => found.includes(reason)) ?? 'reference_other'
    );
  };
}

function createNameMatcher({ payer, details }: PaidLine): (expected: ExpectedPayment) => Reason {
  const compare = (customer: ProfileName, name: string): Reason => {
    if (name === '') return 'name_unknown';
    if (payer !== '') return holderMatches(payer, customer) ? 'name_same' : 'name_other';
    return isNameWithin(details, customer) ? 'name_within' : 'name_unknown';
  };
  const cache = new Map<string, Reason>();
  return ({ customer }) => {
    const name = getFullName(customer);
    const reason = cache.get(name) ?? compare(customer, name);
    cache.set(name, reason);
    return reason;
  };
}

export function createMatcher(line: PaidLine): (expected: ExpectedPayment) => Match {
  const [referenceReason, nameReason] = [createReferenceMatcher(line), createNameMatcher(line)];
  return (expected) => {
    const reasons: Reason[] = [
      referenceReason(expected),
      expected.acceptedAmounts.includes(line.minor) ? 'amount_same' : 'amount_other',
      nameReason(expected),
      line.day >= expected.since ? 'day_fits' : 'day_before',
      ...(expected.ended ? (['ended'] as const) : []),
    ];
    const score = reasons.reduce((sum, reason) => sum + weights[reason], 0);
    return { expected, score: Math.max(0, Math.min(100, score)), reasons };
  };
}

/** Points between a certain match and the next best. */
const minLead = 20;
/** Matches below this score agree in the amount only. */
const minShownScore = 20;
const maxShown = 3;

const requiredReasons: readonly Reason[] = ['amount_same', 'name_same', 'day_fits'];
const isCertain = ({ score, reasons }: Match): boolean =>
  score >= 85 && requiredReasons.every((reason) => reasons.includes(reason)) && !reasons.includes('ended');

export type Proposal = {
  readonly matches: readonly Match[];
  /** True if staff can confirm the first match in bulk. Nothing is confirmed automatically. */
  readonly certain: boolean;
};

function proposeMatches(line: PaidLine, expected: readonly ExpectedPayment[]): Proposal {
  const named = new Set(parseReferences(line));
  const matches = expected
    .filter(
      (one) => one.acceptedAmounts.includes(line.minor) || getReferences(one).some((reference) => named.has(reference)),
    )
    .map(createMatcher(line))
    .filter(({ score }) => score >= minShownScore)
    .sort((one, other) => other.score - one.score || (one.expected.id < other.expected.id ? -1 : 1))
    .slice(0, maxShown);
  const [first, second] = matches;
  const certain = first !== undefined && isCertain(first) && first.score - (second?.score ?? 0) >= minLead;
  return { matches, certain };
}

/** Proposes matches for each line. If two lines match one payment, neither match is certain. */
export function proposeAll(lines: readonly PaidLine[], expected: readonly ExpectedPayment[]): Proposal[] {
  const found = lines.map((line) => proposeMatches(line, expected));
  const claims = found.flatMap(({ certain, matches }) => (certain && matches[0] ? [matches[0].expected.id] : []));
  const times = Map.groupBy(claims, (id) => id);
  const isClaimedTwice = (id = '') => (times.get(id)?.length ?? 0) > 1;
  return found.map((one) => ({ ...one, certain: one.certain && !isClaimedTwice(one.matches[0]?.expected.id) }));
}
