import { addDays, type Day } from '../../kernel/calendar.ts';
import { parseReference } from '../../kernel/order-reference.ts';
import { mayBeSameAccount } from '../ledger/names.ts';

export type ComparableLine = {
  readonly day: Day;
  /** Hash of the statement's format; empty if unknown. */
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

const stripSeparators = (text: string): string =>
  splitWords(text)
    .join('')
    .replaceAll(/(?<!\d)0+(?=\d)/g, '');

/** Finds our references. Each has a digit and a letter, unlike ordinary words. */
function parseOurReferences({ reference, details }: ComparableLine): readonly string[] {
  const tokens = `${reference} ${details}`.toUpperCase().match(/\b[A-Z0-9]{4}[- ]?[A-Z0-9]{3}\b/g) ?? [];
  return tokens
    .filter((token) => /\d/.test(token) && /[A-Z]/.test(token))
    .flatMap((token) => parseReference(token) ?? []);
}

const extractFeatures = (line: ComparableLine) => ({
  day: line.day,
  written: line.written,
  payerText: line.payer,
  details: stripSeparators(line.details),
  references: parseOurReferences(line),
  payer: splitWords(line.payer),
  words: splitWords(line.details),
  number: stripSeparators(line.reference),
});
type Features = ReturnType<typeof extractFeatures>;

const featureCache = new WeakMap<ComparableLine, Features>();
function getFeatures(line: ComparableLine): Features {
  const features = featureCache.get(line) ?? extractFeatures(line);
  featureCache.set(line, features);
  return features;
}

const haveOtherReferences = ({ references }: Features, { references: others }: Features): boolean =>
  references.length > 0 && others.length > 0 && references.every((reference) => !others.includes(reference));

const includesAll = (words: readonly string[], others: readonly string[]): boolean =>
  words.every((word) => others.includes(word));

/** True if each word of `words` abbreviates a word of `others` or the reverse, because banks shorten names. */
const abbreviates = (words: readonly string[], others: readonly string[]): boolean =>
  words.every((word) => others.some((other) => other.startsWith(word) || word.startsWith(other)));

function comparePayers(one: Features, other: Features): Comparison {
  const [payer, otherPayer] = [one.payer, other.payer];
  if (payer.length > 0 && otherPayer.length > 0)
    return abbreviates(payer, otherPayer) || abbreviates(otherPayer, payer) ? 'same' : 'other';
  const named = payer.length > 0 ? payer : otherPayer;
  return named.length > 1 && includesAll(named, (payer.length > 0 ? other : one).words) ? 'same' : 'unknown';
}

/** Compares bank references, which may be in their own column or in the description. */
function compareReferences(one: Features, other: Features): Comparison {
  const holds = ({ number: own, details }: Features, { number }: Features) =>
    number.length > 3 && (own === number || details.includes(number));
  if (holds(other, one) || holds(one, other)) return 'same';
  return one.number === '' || other.number === '' ? 'unknown' : 'other';
}

const haveSameText = (one: Features, other: Features): boolean =>
  one.payerText === other.payerText && (one.details.startsWith(other.details) || other.details.startsWith(one.details));

/** False for common texts, such as `TRANSFER`. */
const isUniqueNumber = (number: string): boolean => number.length > 5 && (number.match(/\d/g) ?? []).length > 2;

const isNearby = (one: ComparableLine, other: ComparableLine): boolean => getNearbyDays(one.day).includes(other.day);

/** True if both lines have the same unique bank reference, the only text that payers cannot write. */
const haveSameUniqueNumber = (one: ComparableLine, other: ComparableLine): boolean =>
  getFeatures(one).number === getFeatures(other).number && isUniqueNumber(getFeatures(one).number);

/** True if a second export shows the same line on another posting day. */
function repeatsOnAnotherDay(one: Features, other: Features): boolean {
  const isSameText =
    one.details === other.details || one.references.some((reference) => other.references.includes(reference));
  return isSameText && comparePayers(one, other) === 'same' && compareReferences(one, other) !== 'other';
}

/** True if a line was uploaded twice, for accounts in two currencies. Both lines have the same amount. */
export function isLineOfOtherCurrency(line: ComparableLine, another: ComparableLine): boolean {
  const [one, other] = [getFeatures(line), getFeatures(another)];
  if (one.day !== other.day || one.number !== other.number) return false;
  return isUniqueNumber(one.number) || (one.details === other.details && one.payerText === other.payerText);
}

/** Compares lines of the same amount from two uploads. In doubt returns true, which two people can override. */
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
  // Statements in different formats may show booking dates or transaction dates.
  return isSameDay || reference === 'same' || payer === 'same';
}

/** Compares lines of the same amount in one upload. Transfers of a batch share a number but have different payers. */
export const isRepeatedInUpload = (line: ComparableLine, another: ComparableLine): boolean =>
  isNearby(line, another) &&
  haveSameUniqueNumber(line, another) &&
  comparePayers(getFeatures(line), getFeatures(another)) !== 'other';

type ManualEntry = { readonly day: Day; readonly payer: string; readonly account: string };
type LineWithAccount = ComparableLine & { readonly account: string };

function hasSamePayer(line: LineWithAccount, { day, payer, account }: ManualEntry): boolean {
  if (!mayBeSameAccount(line.account, account)) return false;
  const entry = { day, written: '', reference: '', details: '', payer };
  const [stated, typed] = [getFeatures(line), getFeatures(entry)];
  // Staff type one name where the bank names two holders, but both are screened.
  if (typed.payer.length > 0 && !abbreviates(stated.payer, typed.payer)) return false;
  return comparePayers(stated, typed) !== 'other';
}

/** True if a manual entry with another reference has a nearby day, and the same account and payer. */
export const matchesManualEntry = (line: LineWithAccount, entry: ManualEntry): boolean =>
  getNearbyDays(line.day).includes(entry.day) && hasSamePayer(line, entry);

/** Like `matchesManualEntry`, but within `maxAwaitedDays`, because staff may have entered another day. */
export const mayMatchManualEntry = (line: LineWithAccount, entry: ManualEntry): boolean =>
  entry.day >= addDays(line.day, -maxAwaitedDays) &&
  entry.day <= addDays(line.day, maxAwaitedDays) &&
  hasSamePayer(line, entry);

/** True if a manual entry with the same reference is this line. `due` is the reference of its order or payment. */
export const isExactManualEntry = (
  line: LineWithAccount,
  entry: ManualEntry & { readonly due: string | null },
): boolean => {
  const { references } = getFeatures(line);
  const isForOther = entry.due !== null && references.length > 0 && !references.includes(entry.due);
  return line.day === entry.day && !isForOther && hasSamePayer(line, entry);
};

/** Three days to pay, ten days to search, and one spare day. */
export const maxAwaitedDays = 14;

export const getNearbyDays = (day: Day): Day[] => [-3, -2, -1, 0, 1, 2, 3].map((offset) => addDays(day, offset));
