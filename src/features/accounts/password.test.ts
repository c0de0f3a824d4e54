import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isCommonPassword, maxPasswordLength, passwordRules } from './password.ts';

const findFaults = (password: string) =>
  passwordRules.filter(({ test: rule }) => !rule.test(password)).map((r) => r.text);

describe('password rules', () => {
  test.each([
    ['Abcde1!', 'Password must be at least 8 characters'],
    ['ABCDEFG1!', 'Password must contain at least one lowercase letter'],
    ['abcdefg1!', 'Password must contain at least one uppercase letter'],
    ['Abcdefgh!', 'Password must contain at least one number'],
    ['Abcdefgh1', 'Password must contain at least one special character'],
  ])('%s breaks one rule: %s', (password, text) => expect(findFaults(password)).toEqual([text]));

  test('eight characters of all four kinds pass', () => expect(findFaults('Abcdef1!')).toEqual([]));

  test.each([...'!@#$%^&*(),.?":{}|<>'])('%s counts as a special character', (sign) =>
    expect(findFaults(`Abcdefg1${sign}`)).toEqual([]),
  );

  test.each([..."-_+=;'/\\[]~ "])('%j is allowed but does not count as special', (sign) =>
    expect(findFaults(`Abcdefg1${sign}`)).toEqual(['Password must contain at least one special character']),
  );

  test('a surrogate pair counts as one character', () =>
    expect(findFaults('Abc1!😀😀')).toEqual(['Password must be at least 8 characters']));

  test('line breaks are allowed', () => expect(findFaults('Three\nlines\n1!')).toEqual([]));

  test('adding characters to a valid password keeps it valid', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(findFaults(`${a}Abcdef1!${b}`)).toEqual([]);
      }),
    );
  });

  test('the maximum length is at least 64 (decision B1)', () => expect(maxPasswordLength).toBeGreaterThanOrEqual(64));
});

describe('common passwords', () => {
  const common = new Set(['password', 'letmein', 'p@ssw0rd!', 'abc']);

  test.each(['password', 'PASSWORD', 'Password1!', '1!Password', 'P@ssw0rd!', 'Letmein2026'])(
    '%s is refused',
    (password) => expect(isCommonPassword(password, common)).toBe(true),
  );

  test.each(['Cryptocommerce1!', 'Jamaica2026!', '!!Kingston876##'])(
    '%s is refused as our own name or place',
    (password) => expect(isCommonPassword(password, common)).toBe(true),
  );

  test.each(['Password-and-a-half-1!', 'Demo-Pass-2026!', 'Abc-2026!', 'Password12345!'])(
    '%s is accepted',
    (password) => expect(isCommonPassword(password, common)).toBe(false),
  );

  test('long random passwords are never refused', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 16 }), (password) => {
        expect(isCommonPassword(`${password}qzxjv`, common)).toBe(false);
      }),
    );
  });
});
