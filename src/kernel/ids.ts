/**
 * The letters and digits of references that people copy by hand: none that look or sound like another
 * (no 0/O, 1/I/L, 5/S, 8/B, 2/Z, U/V).
 */
const alphabet = '34679ACDEFGHJKMNPQRTVWXY';

/** Turns seven bytes or more into an order reference such as `K7M4-9QX`: 24^7 is about 4.6 thousand million. */
export function orderReference(bytes: Uint8Array): string {
  if (bytes.length < 7) throw new Error('a reference needs seven bytes');
  const letters = Array.from(bytes.subarray(0, 7), (byte) => alphabet[byte % alphabet.length]);
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`;
}

/** What a person may have typed for a reference, brought to the written form; null when it cannot be one. */
export function readReference(text: string): string | null {
  const letters = text.toUpperCase().replaceAll(/[\s-]/g, '');
  if (letters.length !== 7 || [...letters].some((letter) => !alphabet.includes(letter))) return null;
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const isUuid = (text: string): boolean => uuidShape.test(text);
