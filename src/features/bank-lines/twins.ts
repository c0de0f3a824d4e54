import { type Day, shiftDay } from '../../kernel/calendar.ts';
import { readReference } from '../../kernel/ids.ts';
import { mayBeOneAccount } from '../movements/one-account.ts';

/** What of a line tells whether another of its amount, in another statement, may be the same money. */
export type StatedLine = {
  readonly day: Day;
  /** In which way its statement is written; empty where that was not kept. */
  readonly written: string;
  readonly reference: string;
  readonly details: string;
  readonly payer: string;
};

type Answer = 'same' | 'other' | 'unknown';

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Without blanks, signs and the zeros that banks fill their numbers up with. */
const plain = (text: string): string =>
  wordsOf(text)
    .join('')
    .replaceAll(/(?<!\d)0+(?=\d)/g, '');

/** References of ours that stand there as words of their own: those with a figure and a letter, as no word has. */
function ourReferences({ reference, details }: StatedLine): readonly string[] {
  const words = `${reference} ${details}`.toUpperCase().match(/\b[A-Z0-9]{4}[- ]?[A-Z0-9]{3}\b/g) ?? [];
  return words.filter((word) => /\d/.test(word) && /[A-Z]/.test(word)).flatMap((word) => readReference(word) ?? []);
}

const factsOf = (line: StatedLine) => ({
  ...{ day: line.day, written: line.written, payerText: line.payer, details: plain(line.details) },
  ...{ ours: ourReferences(line), payer: wordsOf(line.payer), words: wordsOf(line.details) },
  number: plain(line.reference),
});
type Facts = ReturnType<typeof factsOf>;

/** What was worked out of a line: each of a page is compared with all that came on the days around it. */
const known = new WeakMap<StatedLine, Facts>();
function factsIn(line: StatedLine): Facts {
  const facts = known.get(line) ?? factsOf(line);
  known.set(line, facts);
  return facts;
}

/** Each names something of ours, and not the same. */
const areForOthers = ({ ours }: Facts, { ours: theirs }: Facts): boolean =>
  ours.length > 0 && theirs.length > 0 && ours.every((reference) => !theirs.includes(reference));

const within = (few: readonly string[], many: readonly string[]): boolean => few.every((word) => many.includes(word));

/** Of each word of one name the other has the beginning or the whole: a bank cuts it, or writes a letter for it. */
const shortens = (few: readonly string[], many: readonly string[]): boolean =>
  few.every((word) => many.some((other) => other.startsWith(word) || word.startsWith(other)));

/** One statement cuts a name short, within a word too, or leaves out a second one. */
function samePayer(one: Facts, other: Facts): Answer {
  const [ours, theirs] = [one.payer, other.payer];
  if (ours.length > 0 && theirs.length > 0) return shortens(ours, theirs) || shortens(theirs, ours) ? 'same' : 'other';
  const named = ours.length > 0 ? ours : theirs;
  return named.length > 1 && within(named, (ours.length > 0 ? other : one).words) ? 'same' : 'unknown';
}

/** One statement has the number in a column of its own, where another has it among its words. */
function sameReference(one: Facts, other: Facts): Answer {
  const holds = ({ number: own, details }: Facts, { number }: Facts) =>
    number.length > 3 && (own === number || details.includes(number));
  if (holds(other, one) || holds(one, other)) return 'same';
  return one.number === '' || other.number === '' ? 'unknown' : 'other';
}

const sameWords = (one: Facts, other: Facts): boolean =>
  one.payerText === other.payerText && (one.details.startsWith(other.details) || other.details.startsWith(one.details));

/** A number that a bank gives once: with figures, and not the one word that some write beside every transfer. */
const isNumber = (number: string): boolean => number.length > 5 && (number.match(/\d/g) ?? []).length > 2;

/**
 * Whether two lines of one amount and direction, that came in two uploads, may be one line of the bank. What stands in
 * one statement twice is two; a statement that is written in another way proves little by its other words. In doubt it
 * is the same: two people then say that it is not.
 */
export function mayBeSame(line: StatedLine, another: StatedLine): boolean {
  const [one, other] = [factsIn(line), factsIn(another)];
  const sameDay = one.day === other.day;
  const sameWay = one.written !== '' && one.written === other.written;
  // What beside the bank's own number says another thing was written by whoever paid, or by whoever wrote the file.
  if (sameDay && one.number === other.number && isNumber(one.number)) return true;
  if ((sameWay && !sameDay) || areForOthers(one, other)) return false;
  const payer = samePayer(one, other);
  if (payer === 'other') return false;
  const reference = sameReference(one, other);
  if (sameWay) return reference === 'unknown' ? payer === 'same' || sameWords(one, other) : reference === 'same';
  // Another statement may show the day on which it was booked, where this one shows when it was made.
  return sameDay || reference === 'same' || payer === 'same';
}

type ByHand = { readonly day: Day; readonly payer: string; readonly account: string };
type Shown = StatedLine & { readonly account: string };

/** Nobody else by name, and from its account where both say one. */
function isOfThatPayer(line: Shown, { day, payer, account }: ByHand): boolean {
  if (!mayBeOneAccount(line.account, account)) return false;
  const byHand = { day, written: '', reference: '', details: '', payer };
  return samePayer(factsIn(line), factsIn(byHand)) !== 'other';
}

/**
 * Whether a line is what somebody recorded by hand under a reference that the line does not show: around its day, from
 * its account where both say one, and from nobody else by name.
 */
export const isThatMoney = (line: Shown, byHand: ByHand): boolean =>
  daysAround(line.day).includes(byHand.day) && isOfThatPayer(line, byHand);

/**
 * Whether it may be, on whatever day somebody typed that it came: an order or a payment waits so long for its money,
 * and a day that was typed is nobody's but theirs who typed it.
 */
export const mayBeThatMoney = (line: Shown, byHand: ByHand): boolean =>
  byHand.day >= shiftDay(line.day, -longestAwaited) &&
  byHand.day <= shiftDay(line.day, longestAwaited) &&
  isOfThatPayer(line, byHand);

/**
 * Whether a line is what was typed under its own reference, on its day and of its amount: from the same payer, where it
 * says one, and for nothing else than its words name. `due` is the reference of what the typed money stands on.
 */
export const isAsTyped = (line: Shown, byHand: ByHand & { readonly due: string | null }): boolean => {
  const { ours } = factsIn(line);
  const isForOther = byHand.due !== null && ours.length > 0 && !ours.includes(byHand.due);
  return line.day === byHand.day && !isForOther && isOfThatPayer(line, byHand);
};

/** So many days something waits for its money at the most: three to pay, ten to look for it, and one between. */
export const longestAwaited = 14;

/** The days on which another statement may show a line of this one. */
export const daysAround = (day: Day): Day[] => [-3, -2, -1, 0, 1, 2, 3].map((many) => shiftDay(day, many));
