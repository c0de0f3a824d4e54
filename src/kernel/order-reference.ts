import { stripInvisible } from './strip-invisible.ts';

/** Characters that people don't confuse: without 0/O, 1/I/L, 2/Z, 5/S, 8/B and U. */
const alphabet = '34679ACDEFGHJKMNPQRTVWXY';

const leftSize = alphabet.length ** 4;
const rightSize = alphabet.length ** 3;
export const referenceCount = leftSize * rightSize;

const parseKeyIntegers = (key: string): number[] =>
  (key.replaceAll('-', '').match(/.{8}/g) ?? []).map((word) => Number.parseInt(word, 16));

/** Mixes 32 bits, so that consecutive numbers give different references (finalizer of MurmurHash3). */
function mixBits(bits: number): number {
  const first = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
  return (second ^ (second >>> 16)) >>> 0;
}

const rounds = 8;

/** Encodes a number as a reference such as `K7M4-9QX` (decision A2). References of one key never repeat. */
export function formatReference(number: number, key: string): string {
  const words = parseKeyIntegers(key);
  if (words.length !== 4 || words.some(Number.isNaN)) throw new Error('the reference key must be a UUID');
  if (!Number.isSafeInteger(number) || number < 0 || number >= referenceCount)
    throw new Error(`number out of range for a reference: ${number}`);
  let [left, right] = [Math.floor(number / rightSize), number % rightSize];
  for (let round = 0; round < rounds; round++) {
    const word = ((words[round % 4] ?? 0) + Math.imul(round, 0x9e3779b9)) | 0;
    if (round % 2 === 0) left = (left + mixBits(right ^ word)) % leftSize;
    else right = (right + mixBits(left ^ word)) % rightSize;
  }
  return `${encodeLetters(left, 4)}-${encodeLetters(right, 3)}`;
}

const encodeLetters = (value: number, length: number): string =>
  Array.from({ length }, (_, index) => alphabet[Math.floor(value / alphabet.length ** index) % alphabet.length]).join(
    '',
  );

/** Normalizes a typed reference. Null if invalid. */
export function parseReference(text: string): string | null {
  const letters = stripInvisible(text).toUpperCase().replaceAll(/[\s-]/g, '');
  if (letters.length !== 7 || [...letters].some((letter) => !alphabet.includes(letter))) return null;
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/** Finds possible references in a text, with any separators. Results may include other words. */
export function findReferences(text: string): string[] {
  const plain = text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '');
  const windows = Array.from({ length: Math.max(0, plain.length - 6) }, (_, at) => plain.slice(at, at + 7));
  return [...new Set(windows.flatMap((word) => parseReference(word) ?? []))];
}
