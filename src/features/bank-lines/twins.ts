import { type Day, shiftDay } from '../../kernel/calendar.ts';
import { readReference } from '../../kernel/ids.ts';

/** What of a line tells whether another of its amount, in another statement, may be the same money. */
export type Told = {
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
function ourReferences({ reference, details }: Told): Set<string> {
  const words = `${reference} ${details}`.toUpperCase().match(/\b[A-Z0-9]{4}[- ]?[A-Z0-9]{3}\b/g) ?? [];
  const sure = words.filter((word) => /\d/.test(word) && /[A-Z]/.test(word));
  return new Set(sure.flatMap((word) => readReference(word) ?? []));
}

/** Each names something of ours, and not the same. */
function areForOthers(one: Told, other: Told): boolean {
  const [ours, theirs] = [ourReferences(one), ourReferences(other)];
  return ours.size > 0 && theirs.size > 0 && [...ours].every((reference) => !theirs.has(reference));
}

const within = (few: readonly string[], many: readonly string[]): boolean => few.every((word) => many.includes(word));

/** One statement cuts a name short, or leaves out a second one. */
function samePayer(one: Told, other: Told): Answer {
  const [ours, theirs] = [wordsOf(one.payer), wordsOf(other.payer)];
  if (ours.length > 0 && theirs.length > 0) return within(ours, theirs) || within(theirs, ours) ? 'same' : 'other';
  const named = ours.length > 0 ? ours : theirs;
  const words = wordsOf(ours.length > 0 ? other.details : one.details);
  return named.length > 1 && within(named, words) ? 'same' : 'unknown';
}

/** One statement has the number in a column of its own, where another has it among its words. */
function sameReference(one: Told, other: Told): Answer {
  const [ours, theirs] = [plain(one.reference), plain(other.reference)];
  const holds = (line: Told, number: string) =>
    number.length > 3 && (plain(line.reference) === number || plain(line.details).includes(number));
  if (holds(other, ours) || holds(one, theirs)) return 'same';
  return ours === '' || theirs === '' ? 'unknown' : 'other';
}

/**
 * Whether two lines of one amount and direction, that came in two uploads, may be one line of the bank. What stands in
 * one statement twice is two; a statement that is written in another way proves little by its other words. In doubt it
 * is the same: two people then say that it is not.
 */
export function mayBeSame(one: Told, other: Told): boolean {
  if (areForOthers(one, other)) return false;
  const payer = samePayer(one, other);
  if (payer === 'other') return false;
  const reference = sameReference(one, other);
  const sameDay = one.day === other.day;
  if (one.written !== '' && one.written === other.written)
    return sameDay && (reference === 'unknown' ? payer === 'same' || sameWords(one, other) : reference === 'same');
  // Another statement may show the day on which it was booked, where this one shows when it was made.
  return sameDay || reference === 'same' || payer === 'same';
}

const sameWords = (one: Told, other: Told): boolean => {
  const [ours, theirs] = [plain(one.details), plain(other.details)];
  return one.payer === other.payer && (ours.startsWith(theirs) || theirs.startsWith(ours));
};

/** The days on which another statement may show a line of this one. */
export const daysAround = (day: Day): Day[] => [-3, -2, -1, 0, 1, 2, 3].map((many) => shiftDay(day, many));
