import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupedCode } from './certificate.ts';
import { newCode, readCode } from './code.ts';

test('a code is 16 signs of Crockford, no two alike', () => {
  const codes = Array.from({ length: 2_000 }, newCode);
  expect(new Set(codes).size).toBe(2_000);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
});

test('every sign comes up at every place, so that all 80 bits are random', () => {
  const codes = Array.from({ length: 2_000 }, newCode);
  for (let at = 0; at < 16; at++) expect(new Set(codes.map((code) => code[at])).size).toBe(32);
});

test('as it is printed it reads as it was made', () => {
  const code = newCode();
  expect(groupedCode(code)).toMatch(/^(\w{4}-){3}\w{4}$/);
  expect(readCode(groupedCode(code))).toBe(code);
});

/** What people do to a code on the way from paper to a keyboard. */
const sloppily = (sign: string, way: number): string => {
  const alike: Record<string, string[]> = { 0: ['O', 'o'], 1: ['I', 'i', 'L', 'l'] };
  const others = [sign, sign.toLowerCase(), ...(alike[sign] ?? [])];
  return `${['', ' ', '-', '–', '\t'][way % 5]}${others[way % others.length]}`;
};

test('small letters, blanks, dashes, O for 0 and I or L for 1 are no matter', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000), { minLength: 16, maxLength: 16 }), (ways) => {
      const code = newCode();
      return readCode([...code].map((sign, at) => sloppily(sign, ways[at] ?? 0)).join('')) === code;
    }),
  );
});

test.each(['', 'ABCD', 'U'.repeat(16), '0'.repeat(15), '0'.repeat(17), `${'0'.repeat(15)}é`, "' or 1=1 -- 00000"])(
  '%j is no code',
  (typed) => expect(readCode(typed)).toBeNull(),
);
