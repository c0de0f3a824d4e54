/**
 * The letters and digits of references that people copy by hand: none that look or sound like another
 * (no 0/O, 1/I/L, 5/S, 8/B, 2/Z, U/V).
 */
const alphabet = '34679ACDEFGHJKMNPQRTVWXY';

const wide = alphabet.length ** 4;
const narrow = alphabet.length ** 3;
/** How many different references there are: 24^7, about 4.6 thousand million. */
export const orderReferences = wide * narrow;

/** What turns numbers into references that give away neither their order nor how many there are: a UUID's 128 bits. */
const keyWords = (key: string): number[] =>
  (key.replaceAll('-', '').match(/.{8}/g) ?? []).map((word) => Number.parseInt(word, 16));

/** Spreads 32 bits over 32 others, so that neighbours end far apart (the finishing steps of MurmurHash3). */
function spread(bits: number): number {
  const first = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
  return (second ^ (second >>> 16)) >>> 0;
}

const rounds = 8;

/**
 * The short human reference of an order or a payment (decision A2), of a running number, such as `K7M4-9QX`. No two
 * numbers below {@link orderReferences} have the same under one key: a Feistel network over both parts, whose every
 * round can be turned back.
 */
export function orderReference(number: number, key: string): string {
  const words = keyWords(key);
  if (words.length !== 4 || words.some(Number.isNaN)) throw new Error('the key of references must be a UUID');
  if (!Number.isSafeInteger(number) || number < 0 || number >= orderReferences)
    throw new Error(`no reference for the number ${number}`);
  let [left, right] = [Math.floor(number / narrow), number % narrow];
  for (let round = 0; round < rounds; round++) {
    const word = ((words[round % 4] ?? 0) + Math.imul(round, 0x9e3779b9)) | 0;
    if (round % 2 === 0) left = (left + spread(right ^ word)) % wide;
    else right = (right + spread(left ^ word)) % narrow;
  }
  return `${letters(left, 4)}-${letters(right, 3)}`;
}

/** A number in the letters of references, `length` of them. */
const letters = (value: number, length: number): string =>
  Array.from({ length }, (_, at) => alphabet[Math.floor(value / alphabet.length ** at) % alphabet.length]).join('');

/** What a person may have typed for a reference, brought to the written form; null when it cannot be one. */
export function readReference(text: string): string | null {
  const letters = text.toUpperCase().replaceAll(/[\s-]/g, '');
  if (letters.length !== 7 || [...letters].some((letter) => !alphabet.includes(letter))) return null;
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const isUuid = (text: string): boolean => uuidShape.test(text);

/** An id in the letters in which it is kept, however it was sent; any other text as it is. */
export function idAsKept(text: string): string {
  const small = text.toLowerCase();
  return isUuid(small) ? small : text;
}
