import { randomBytes } from 'node:crypto';

/** Crockford's base 32, which lacks I, L, O and U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeLength = 16;

export const generateCode = (): string => {
  const bits = randomBytes(10).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return Array.from(
    { length: codeLength },
    (_, at) => alphabet[Number((bits >> BigInt(5 * (codeLength - 1 - at))) & 31n)],
  ).join('');
};

const lookalikes: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

/** Parses a typed code; null when invalid. Accepts lower case, separators, O for 0, and I or L for 1. */
export function parseCode(typed: string): string | null {
  const code = typed
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .replaceAll(/[OIL]/g, (character) => lookalikes[character] ?? character);
  return code.length === codeLength && [...code].every((character) => alphabet.includes(character)) ? code : null;
}
