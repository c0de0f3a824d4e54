import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isCommonPassword, longestPassword, passwordRules } from './password.ts';

const faults = (password: string) => passwordRules.filter(({ test: rule }) => !rule.test(password)).map((r) => r.text);

describe('what a password must have', () => {
  test.each([
    ['Abcde1!', 'Password must be at least 8 characters'],
    ['ABCDEFG1!', 'Password must contain at least one lowercase letter'],
    ['abcdefg1!', 'Password must contain at least one uppercase letter'],
    ['Abcdefgh!', 'Password must contain at least one number'],
    ['Abcdefgh1', 'Password must contain at least one special character'],
  ])('%s lacks one thing and is told which', (password, text) => expect(faults(password)).toEqual([text]));

  test('eight characters with all four kinds are enough', () => expect(faults('Abcdef1!')).toEqual([]));

  test.each([...'!@#$%^&*(),.?":{}|<>'])('%s counts as a special character', (sign) =>
    expect(faults(`Abcdefg1${sign}`)).toEqual([]),
  );

  test.each([..."-_+=;'/\\[]~ "])('%j is allowed but does not count as special', (sign) =>
    expect(faults(`Abcdefg1${sign}`)).toEqual(['Password must contain at least one special character']),
  );

  test('a character that the computer writes as two still counts as one', () =>
    expect(faults('Abc1!😀😀')).toEqual(['Password must be at least 8 characters']));

  test('a sentence with line breaks is as good as any', () => expect(faults('Three\nlines\n1!')).toEqual([]));

  test('adding to a good password never makes it bad', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(faults(`${a}Abcdef1!${b}`)).toEqual([]);
      }),
    );
  });

  test('64 characters and more are taken (decision B1)', () => expect(longestPassword).toBeGreaterThanOrEqual(64));
});

describe('passwords that attackers try first', () => {
  const common = new Set(['password', 'letmein', 'p@ssw0rd!', 'abc']);

  test.each(['password', 'PASSWORD', 'Password1!', '1!Password', 'P@ssw0rd!', 'Letmein2026'])('%s is refused', (one) =>
    expect(isCommonPassword(one, common)).toBe(true),
  );

  test.each(['Cryptocommerce1!', 'Jamaica2026!', '!!Kingston876##'])('%s is our own name or place', (one) =>
    expect(isCommonPassword(one, common)).toBe(true),
  );

  test.each(['Password-and-a-half-1!', 'Demo-Pass-2026!', 'Abc-2026!', 'Password12345!'])('%s is not', (one) =>
    expect(isCommonPassword(one, common)).toBe(false),
  );

  test('long random passwords are never refused', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 16 }), (one) => {
        expect(isCommonPassword(`${one}qzxjv`, common)).toBe(false);
      }),
    );
  });
});
