import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { isCalendarDay, isOfAge, minimumAge } from './age.ts';
import { countries, countryNames } from './countries.ts';
import {
  Email,
  isCommonPassword,
  maxPasswordLength,
  passwordRules,
  profileSteps,
  ResetForm,
  ResetPassword,
  SignIn,
  SignUp,
  SignUpForm,
  VerifyEmail,
} from './schema.ts';

const form = {
  email: 'kerryann.b@example.com',
  password: 'Blue-Mountain-2256!',
  confirmPassword: 'Blue-Mountain-2256!',
  firstName: 'Kerry-Ann',
  lastName: "O'Brien",
  phoneNumber: '+18765550142',
  dateOfBirth: '1990-04-12',
  countryOfResidence: 'JM',
  nationality: 'JM',
  occupation: 'Teacher',
  isPep: false,
  agreed: true,
};

function findErrors(schema: z.ZodType, input: unknown): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(input).error?.issues ?? []) found[path.join('.')] ??= message;
  return found;
}

const signUpWith = (change: object) => findErrors(SignUpForm, { ...form, ...change });

test('a complete sign-up passes', () => expect(signUpWith({})).toEqual({}));

test.each([
  ['email', '', 'Email is required'],
  ['email', '   ', 'Email is required'],
  ['email', 'kerry', 'Please enter a valid email address'],
  ['email', 'a..b@example.com', 'Please enter a valid email address'],
  ['email', `${'a'.repeat(250)}@example.com`, 'Please enter a valid email address'],
  ['email', 'kerry@localhost', 'Please check your email domain'],
  ['email', 'kerry@a.b', 'Please check your email domain'],
  ['firstName', '', 'Must be at least 2 characters'],
  ['lastName', 'B', 'Must be at least 2 characters'],
  ['firstName', 'B'.repeat(51), 'Must be less than 50 characters'],
  ['lastName', 'R2D2', 'Only letters, spaces, hyphens and apostrophes are allowed'],
  ['phoneNumber', '', 'Phone number is required'],
  ['phoneNumber', ' - ', 'Phone number is required'],
  ['phoneNumber', '876 CALL ME', 'Please enter a valid phone number'],
  ['phoneNumber', '08765550142', 'Please enter a valid phone number'],
  ['phoneNumber', '12345678901234567', 'Please enter a valid phone number'],
  ['dateOfBirth', '', 'Date of birth is required'],
  ['dateOfBirth', '2026-02-30', 'Please enter a valid date'],
  ['countryOfResidence', '', 'Country of residence is required'],
  ['countryOfResidence', 'XX', 'Country of residence is required'],
  ['nationality', '', 'Nationality is required'],
  ['occupation', '', 'Occupation is required'],
  ['occupation', 'x'.repeat(101), 'Must be less than 100 characters'],
  ['occupation', 'Teacher\u0000', 'Please use letters, numbers and punctuation only'],
  ['agreed', false, 'You must agree to the terms and conditions'],
  ['agreed', undefined, 'You must agree to the terms and conditions'],
  ['confirmPassword', 'Blue-Mountain-2257!', "Passwords don't match"],
])('%s %j gives "%s"', (field, value, text) => expect(signUpWith({ [field]: value })).toEqual({ [field]: text }));

test.each([
  ['firstName', 'Jo'],
  ['lastName', 'Ñandú-Pérez d’Or'],
  ['firstName', 'B'.repeat(50)],
  ['phoneNumber', '1234567890123456'],
  ['phoneNumber', '1'],
  ['occupation', 'x'.repeat(100)],
  ['isPep', true],
])('%s %j passes', (field, value) => expect(signUpWith({ [field]: value })).toEqual({}));

test.each([
  ['+1 (876) 555-0142', '+18765550142'],
  [' 876 555.0142 ', '8765550142'],
])('a phone number written as %j is stored as %s', (phoneNumber, stored) =>
  expect(SignUpForm.parse({ ...form, phoneNumber }).phoneNumber).toBe(stored),
);

test('a password mismatch is reported together with other errors', () => {
  expect(signUpWith({ firstName: '', confirmPassword: 'x' })).toEqual({
    firstName: 'Must be at least 2 characters',
    confirmPassword: "Passwords don't match",
  });
});

test('an empty form reports every required field', () => {
  const { isPep: _, agreed: __, ...texts } = form;
  const empty = Object.fromEntries(Object.keys(texts).map((name) => [name, '']));
  const needed = Object.keys(texts).filter((name) => name !== 'confirmPassword');
  expect(Object.keys(signUpWith({ ...empty, agreed: false })).sort()).toEqual([...needed, 'agreed'].sort());
});

test('sign-up needs no profile, and the steps of the profile need all of it', () => {
  const { email, password, confirmPassword, dateOfBirth, agreed, ...profile } = form;
  expect(findErrors(SignUpForm, { email, password, confirmPassword, dateOfBirth, agreed })).toEqual({});
  const fieldNames = profileSteps.flatMap((step) => Object.keys(findErrors(step, {})));
  expect(fieldNames.sort()).toEqual(Object.keys(profile).sort());
});

describe('the email address', () => {
  test('is trimmed and lowercased', () => expect(Email.parse('  Kerry@Example.COM ')).toBe('kerry@example.com'));

  test('parsing is idempotent', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (address) => {
        const first = Email.safeParse(address);
        if (first.success) expect(Email.parse(first.data)).toBe(first.data);
      }),
    );
  });

  test('has a domain with a dot that is longer than three characters', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.emailAddress()), (text) => {
        const read = Email.safeParse(text);
        if (read.success) expect(read.data.split('@')[1]).toMatch(/^(?=.{4,}).*\..*$/);
      }),
    );
  });
});

describe('the password', () => {
  test('is stored exactly as typed, including outer spaces', () => {
    const password = '  Blue-Mountain-2256! ';
    expect(SignUp.parse({ ...without(form, 'confirmPassword'), password }).password).toBe(password);
    expect(ResetPassword.parse({ token: 'a'.repeat(24), password }).password).toBe(password);
  });

  test('has at most 256 characters', () => {
    const long = (count: number) => `Aa1!${'x'.repeat(count - 4)}`;
    const both = (count: number) => ({ password: long(count), confirmPassword: long(count) });
    expect(findErrors(ResetForm, both(256))).toEqual({});
    expect(findErrors(ResetForm, both(257))).toEqual({ password: 'Password must be at most 256 characters' });
  });

  test('must match its confirmation in the reset form', () => {
    const input = { password: form.password, confirmPassword: '' };
    expect(findErrors(ResetForm, input)).toEqual({ confirmPassword: "Passwords don't match" });
  });

  test('is required to sign in, without the rules for new ones', () => {
    expect(findErrors(SignIn, { email: form.email, password: '' })).toEqual({ password: 'Password is required' });
    expect(findErrors(SignIn, { email: form.email, password: 'old' })).toEqual({});
  });
});

test('the command refuses unknown fields', () => {
  const person = without(form, 'confirmPassword');
  expect(SignUp.safeParse(person).success).toBe(true);
  expect(SignUp.safeParse({ ...person, roles: 'admin' }).success).toBe(false);
});

test('a mailed token has only base64url characters and dots', () => {
  expect(VerifyEmail.safeParse({ token: 'eyJhbGciOiJIUzI1NiJ9.eyJlIjoxfQ.a-b_c' }).success).toBe(true);
  for (const token of ['short', `${'a'.repeat(20)}\u0000`, 'a'.repeat(2001)])
    expect(VerifyEmail.safeParse({ token }).success).toBe(false);
});

test('every country has a full name', () => {
  for (const country of countries) expect(countryNames[country].length).toBeGreaterThan(3);
  expect(countries).toHaveLength(13);
});

function without<T extends object, K extends keyof T>(source: T, key: K): Omit<T, K> {
  const { [key]: _, ...rest } = source;
  return rest;
}

describe('age at sign-up', () => {
  const day = fc
    .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((moment) => moment.toISOString().slice(0, 10));

  test('the minimum age is 18 (decision C8)', () => expect(minimumAge).toBe(18));

  test('isOfAge accepts the eighteenth birthday, not the day before', () => {
    expect(isOfAge('2008-11-20', '2026-11-20')).toBe(true);
    expect(isOfAge('2008-11-21', '2026-11-20')).toBe(false);
  });

  test('a person born on 29 February comes of age on 1 March', () => {
    expect(isOfAge('2008-02-29', '2026-02-28')).toBe(false);
    expect(isOfAge('2008-02-29', '2026-03-01')).toBe(true);
  });

  test('isOfAge stays true on later days', () => {
    fc.assert(
      fc.property(day, day, day, (birth, a, b) => {
        const [earlier, later] = [a, b].sort() as [string, string];
        expect(isOfAge(birth, earlier) && !isOfAge(birth, later)).toBe(false);
      }),
    );
  });

  test('isOfAge is false on the day of birth', () => {
    fc.assert(
      fc.property(day, (birth) => {
        expect(isOfAge(birth, birth)).toBe(false);
      }),
    );
  });

  test('isCalendarDay accepts every calendar day', () => {
    fc.assert(
      fc.property(day, (date) => {
        expect(isCalendarDay(date)).toBe(true);
      }),
    );
  });

  test.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '1899-12-31', '20-11-2026', '2026-1-2', ''])(
    'isCalendarDay refuses %j',
    (text) => expect(isCalendarDay(text)).toBe(false),
  );
});

describe('password rules', () => {
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
});
