import { randomBytes } from 'node:crypto';

/** Crockford's base 32: no I, L, O or U, so that nobody mistakes a letter for a digit or reads a word. */
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 16;

/** A new code: 80 random bits, which nobody guesses. */
export const newCode = (): string => {
  const bits = randomBytes(10).reduce((all, byte) => (all << 8n) | BigInt(byte), 0n);
  return Array.from({ length }, (_, at) => signs[Number((bits >> BigInt(5 * (length - 1 - at))) & 31n)]).join('');
};

const looksLike: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

/** A code as somebody typed it: small letters, blanks and dashes are no matter, nor are O for 0, I and L for 1. */
export function readCode(typed: string): string | null {
  const code = typed
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .replaceAll(/[OIL]/g, (sign) => looksLike[sign] ?? sign);
  return code.length === length && [...code].every((sign) => signs.includes(sign)) ? code : null;
}
