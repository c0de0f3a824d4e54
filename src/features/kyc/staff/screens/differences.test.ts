import { expect, test } from 'vitest';
import { findProfileDifference } from './submission.tsx';

const profile = { name: 'Tamara Grant', dateOfBirth: '1990-04-12' };

test('a name in another order, case or with accents is the same name', () => {
  expect(findProfileDifference(['Full name', 'GRANT, Tamará'], profile)).toBeNull();
});

test('another name, or one more, is pointed out with what the profile says', () => {
  expect(findProfileDifference(['Full name', 'Tamara Brown'], profile)).toBe('Tamara Grant');
  expect(findProfileDifference(['Full name', 'Tamara Ann Grant'], profile)).toBe('Tamara Grant');
});

test('a birth date is the same however it is written, and another one is pointed out', () => {
  expect(findProfileDifference(['Date of birth', '1990-04-12'], profile)).toBeNull();
  expect(findProfileDifference(['Date of birth', '12 Apr 1990'], profile)).toBeNull();
  expect(findProfileDifference(['Date of birth', '1990-12-04'], profile)).toBe('12 Apr 1990');
});

test('what the profile does not know differs from nothing', () => {
  expect(findProfileDifference(['Date of birth', '1990-04-12'], { ...profile, dateOfBirth: '' })).toBeNull();
  expect(findProfileDifference(['Full name', 'Anybody'], { ...profile, name: '' })).toBeNull();
  expect(findProfileDifference(['Address', '1 King Street'], profile)).toBeNull();
});
