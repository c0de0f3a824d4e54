import { addDays, type Day } from '../../kernel/calendar.ts';
import { parseReference } from '../../kernel/order-reference.ts';
import { mayBeSameAccount } from '../movements/same-account.ts';

export type ComparableLine = {
  readonly day: Day;
  /** Identifies the format of its statement; empty if unknown. */
  readonly written: string;
  readonly reference: string;
  readonly details: string;
  readonly payer: string;
};

type Comparison = 'same' | 'other' | 'unknown';

const splitWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Strips blanks, punctuation and leading zeros. */
const stripSeparators = (text: string): string =>
  splitWords(text)
    .join('')
    .replaceAll(/(?<!\d)0+(?=\d)/g, '');

/** Keeps words with a digit and a letter only, unlike normal words. */
function parseOurReferences({ reference, details }: ComparableLine): readonly string[] {
  const words = `${reference} ${details}`.toUpperCase().match(/\b[A-Z0-9]{4}[- ]?[A-Z0-9]{3}\b/g) ?? [];
  return words.filter((word) => /\d/.test(word) && /[A-Z]/.test(word)).flatMap((word) => parseReference(word) ?? []);
}

const extractFeatures = (line: ComparableLine) => ({
  ...{ day: line.day, written: line.written, payerText: line.payer, details: stripSeparators(line.details) },
  ...{ ours: parseOurReferences(line), payer: splitWords(line.payer), words: splitWords(line.details) },
  number: stripSeparators(line.reference),
});
type Features = ReturnType<typeof extractFeatures>;

const featureCache = new WeakMap<ComparableLine, Features>();
function getFeatures(line: ComparableLine): Features {
  const features = featureCache.get(line) ?? extractFeatures(line);
  featureCache.set(line, features);
  return features;
}

const haveOtherReferences = ({ ours }: Features, { ours: theirs }: Features): boolean =>
  ours.length > 0 && theirs.length > 0 && ours.every((reference) => !theirs.includes(reference));

const includesAll = (few: readonly string[], offset: readonly string[]): boolean =>
  few.every((word) => offset.includes(word));

/** Banks cut names and write initials: each word of one name starts a word of the other. */
const abbreviates = (few: readonly string[], offset: readonly string[]): boolean =>
  few.every((word) => offset.some((other) => other.startsWith(word) || word.startsWith(other)));

function comparePayers(one: Features, other: Features): Comparison {
  const [ours, theirs] = [one.payer, other.payer];
  if (ours.length > 0 && theirs.length > 0)
    return abbreviates(ours, theirs) || abbreviates(theirs, ours) ? 'same' : 'other';
  const named = ours.length > 0 ? ours : theirs;
  return named.length > 1 && includesAll(named, (ours.length > 0 ? other : one).words) ? 'same' : 'unknown';
}

/** A statement may show the number in its own column or in the description. */
function compareReferences(one: Features, other: Features): Comparison {
  const holds = ({ number: own, details }: Features, { number }: Features) =>
    number.length > 3 && (own === number || details.includes(number));
  if (holds(other, one) || holds(one, other)) return 'same';
  return one.number === '' || other.number === '' ? 'unknown' : 'other';
}

const haveSameText = (one: Features, other: Features): boolean =>
  one.payerText === other.payerText && (one.details.startsWith(other.details) || other.details.startsWith(one.details));

/** Excludes texts that a bank writes on every transfer. */
const isUniqueNumber = (number: string): boolean => number.length > 5 && (number.match(/\d/g) ?? []).length > 2;

const isNearby = (one: ComparableLine, other: ComparableLine): boolean => getNearbyDays(one.day).includes(other.day);

/** The payer or the author of the file writes everything except the bank's own number. */
const haveSameUniqueNumber = (one: ComparableLine, other: ComparableLine): boolean =>
  getFeatures(one).number === getFeatures(other).number && isUniqueNumber(getFeatures(one).number);

/** The posting day moved between two exports: the same words or one reference of ours, and no other number. */
function repeatsOnAnotherDay(one: Features, other: Features): boolean {
  const isSameText = one.details === other.details || one.ours.some((reference) => other.ours.includes(reference));
  return isSameText && comparePayers(one, other) === 'same' && compareReferences(one, other) !== 'other';
}

/** Recognises one line that was uploaded for accounts of two currencies. Both lines have one amount. */
export function isLineOfOtherCurrency(line: ComparableLine, another: ComparableLine): boolean {
  const [one, other] = [getFeatures(line), getFeatures(another)];
  if (one.day !== other.day || one.number !== other.number) return false;
  return isUniqueNumber(one.number) || (one.details === other.details && one.payerText === other.payerText);
}

/** Compares lines of one amount from different uploads. In doubt they are duplicates, which two people may override. */
export function isLikelyDuplicate(line: ComparableLine, another: ComparableLine): boolean {
  const [one, other] = [getFeatures(line), getFeatures(another)];
  const isSameDay = one.day === other.day;
  const isSameFormat = one.written !== '' && one.written === other.written;
  if (!isNearby(line, another)) return false;
  if (haveSameUniqueNumber(line, another)) return true;
  if (haveOtherReferences(one, other)) return false;
  if (isSameFormat && !isSameDay) return repeatsOnAnotherDay(one, other);
  const payer = comparePayers(one, other);
  if (payer === 'other') return false;
  const reference = compareReferences(one, other);
  if (isSameFormat)
    return reference === 'unknown' ? payer === 'same' || haveSameText(one, other) : reference === 'same';
  // Another statement may show the booking date instead of the transaction date.
  return isSameDay || reference === 'same' || payer === 'same';
}

/** Compares lines of one amount in one upload. The transfers of a batch share its number but have other payers. */
export const isRepeatedInUpload = (line: ComparableLine, another: ComparableLine): boolean =>
  isNearby(line, another) &&
  haveSameUniqueNumber(line, another) &&
  comparePayers(getFeatures(line), getFeatures(another)) !== 'other';

type ManualEntry = { readonly day: Day; readonly payer: string; readonly account: string };
type LineWithAccount = ComparableLine & { readonly account: string };

function hasSamePayer(line: LineWithAccount, { day, payer, account }: ManualEntry): boolean {
  if (!mayBeSameAccount(line.account, account)) return false;
  const entry = { day, written: '', reference: '', details: '', payer };
  return comparePayers(getFeatures(line), getFeatures(entry)) !== 'other';
}

/** Matches money recorded manually under another reference: near its day, same account and payer. */
export const matchesManualEntry = (line: LineWithAccount, entry: ManualEntry): boolean =>
  getNearbyDays(line.day).includes(entry.day) && hasSamePayer(line, entry);

/** Like `matchesManualEntry`, on any day within the waiting time: the day was typed by staff. */
export const mayMatchManualEntry = (line: LineWithAccount, entry: ManualEntry): boolean =>
  entry.day >= addDays(line.day, -maxAwaitedDays) &&
  entry.day <= addDays(line.day, maxAwaitedDays) &&
  hasSamePayer(line, entry);

/** Matches a line with its entry under the same reference. `due` is the reference of that order or payment. */
export const isExactManualEntry = (
  line: LineWithAccount,
  entry: ManualEntry & { readonly due: string | null },
): boolean => {
  const { ours } = getFeatures(line);
  const isForOther = entry.due !== null && ours.length > 0 && !ours.includes(entry.due);
  return line.day === entry.day && !isForOther && hasSamePayer(line, entry);
};

/** Three days to pay, ten to check and one in between. */
export const maxAwaitedDays = 14;

export const getNearbyDays = (day: Day): Day[] => [-3, -2, -1, 0, 1, 2, 3].map((offset) => addDays(day, offset));
