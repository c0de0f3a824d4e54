import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCode } from './certificate.ts';
import { generateCode, parseCode } from './code.ts';

test('a code has 16 Crockford characters and is unique', () => {
  const codes = Array.from({ length: 2_000 }, generateCode);
  expect(new Set(codes).size).toBe(2_000);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
});

test('every character occurs at every position', () => {
  const codes = Array.from({ length: 2_000 }, generateCode);
  for (let at = 0; at < 16; at++) expect(new Set(codes.map((code) => code[at])).size).toBe(32);
});

test('a printed code parses to itself', () => {
  const code = generateCode();
  expect(formatCode(code)).toMatch(/^(\w{4}-){3}\w{4}$/);
  expect(parseCode(formatCode(code))).toBe(code);
});

const mistype = (sign: string, way: number): string => {
  const alike: Record<string, string[]> = { 0: ['O', 'o'], 1: ['I', 'i', 'L', 'l'] };
  const others = [sign, sign.toLowerCase(), ...(alike[sign] ?? [])];
  return `${['', ' ', '-', '–', '\t'][way % 5]}${others[way % others.length]}`;
};

test('lower case, spaces, dashes, O for 0 and I or L for 1 are accepted', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000), { minLength: 16, maxLength: 16 }), (ways) => {
      const code = generateCode();
      return parseCode([...code].map((sign, at) => mistype(sign, ways[at] ?? 0)).join('')) === code;
    }),
  );
});

test.each(['', 'ABCD', 'U'.repeat(16), '0'.repeat(15), '0'.repeat(17), `${'0'.repeat(15)}é`, "' or 1=1 -- 00000"])(
  '%j is an invalid code',
  (typed) => expect(parseCode(typed)).toBeNull(),
);
