import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePhone } from '../../kernel/phone-number.ts';
import { getGreeting } from './countdown.ts';
import {
  applyChange,
  findLockedField,
  formatPhoneNumber,
  getChangedFields,
  getLock,
  identityFields,
  type Profile,
  profileFields,
} from './profile-change.ts';
import { isWebAddress, UpdateProfile } from './schema.ts';

const before: Profile = {
  firstName: 'Ina',
  lastName: 'Brown',
  displayName: 'Ina Brown',
  phoneNumber: '+18765550100',
  avatarUrl: '',
  dateOfBirth: '1990-04-12',
  declaredCountry: 'JM',
};

test('omitted fields stay unchanged', () => {
  expect(getChangedFields(before, applyChange(before, {}))).toEqual([]);
  expect(getChangedFields(before, applyChange(before, { phoneNumber: '' }))).toEqual(['phoneNumber']);
});

test('a display name equal to the full name follows it, a chosen one stays', () => {
  expect(applyChange(before, { lastName: 'Grant' }).displayName).toBe('Ina Grant');
  expect(applyChange({ ...before, displayName: 'Miss B' }, { lastName: 'Grant' }).displayName).toBe('Miss B');
  expect(applyChange(before, { displayName: '' }).displayName).toBe('Ina Brown');
});

test('name, date of birth and country are locked while a check is pending or approved, and only then', () => {
  expect((['not_submitted', 'pending', 'approved', 'rejected'] as const).map(getLock)).toEqual([
    null,
    'pending',
    'approved',
    null,
  ]);
  const anyChange = fc.subarray([...profileFields]);
  fc.assert(
    fc.property(anyChange, (changed) => {
      const rests = identityFields.some((field) => changed.includes(field));
      expect(findLockedField(changed, 'approved') !== null).toBe(rests);
      expect(findLockedField(changed, 'rejected')).toBeNull();
    }),
  );
});

test('a Jamaican number is shown in groups and parses back to the same number', () => {
  expect(formatPhoneNumber('+18765550100')).toBe('+1 876 555 0100');
  expect(formatPhoneNumber('+442079460018')).toBe('+442079460018');
  expect(parsePhone(formatPhoneNumber('+18765550100'))).toBe('+18765550100');
});

test.each(['https://example.com/me.png', 'https://img.example.co.uk/a?b=c#d'])('%s may be an avatar', (url) =>
  expect(isWebAddress(url)).toBe(true),
);

test.each([
  'http://example.com/me.png',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'ftp://example.com/me.png',
  'https://localhost/me.png',
  'https://user:word@example.com/me.png',
  'https:///me.png/',
  '//example.com/me.png',
  'example.com/me.png',
])('%s is refused as an avatar URL', (url) => {
  expect(UpdateProfile.safeParse({ avatarUrl: url }).success).toBe(false);
});

test('names follow the sign-up rules, and a name can be corrected but not removed', () => {
  const finding = (change: object) => UpdateProfile.safeParse(change).error?.issues[0]?.message;
  expect(finding({ firstName: 'I' })).toBe('Must be at least 2 characters');
  expect(finding({ firstName: '' })).toBe('Must be at least 2 characters');
  expect(finding({ lastName: 'x'.repeat(51) })).toBe('Must be less than 50 characters');
  expect(finding({ lastName: 'Br0wn' })).toBe('Only letters, spaces, hyphens and apostrophes are allowed');
  expect(finding({ dateOfBirth: '1990-02-30' })).toBe('Please enter a valid date');
  expect(finding({ phoneNumber: 'call me' })).toBe('Please enter a valid phone number');
  for (const name of ["D'Angelo", 'Anne-Marie', 'José Núñez']) expect(finding({ firstName: name })).toBeUndefined();
  for (const empty of ['displayName', 'phoneNumber', 'avatarUrl']) expect(finding({ [empty]: '' })).toBeUndefined();
});

test('the greeting follows the hour', () => {
  expect([0, 11, 12, 17, 18, 23].map(getGreeting)).toEqual([
    'Good morning',
    'Good morning',
    'Good afternoon',
    'Good afternoon',
    'Good evening',
    'Good evening',
  ]);
});
