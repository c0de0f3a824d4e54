import { expect, test } from 'vitest';
import { mostDays } from '../scopes.ts';
import { hashOfKey, keyIn, keyPrefix, lastFour, newKey } from './key.ts';

test('a key is known by its first signs, is never the same twice, and what is kept of it does not show it', () => {
  const keys = Array.from({ length: 50 }, newKey);
  expect(new Set(keys).size).toBe(50);
  for (const key of keys) {
    expect(key.startsWith(keyPrefix)).toBe(true);
    expect(keyIn(`Bearer ${key}`)).toBe(key);
    expect(hashOfKey(key)).toMatch(/^[0-9a-f]{64}$/);
    expect(lastFour(key)).toHaveLength(4);
  }
});

test.each([
  undefined,
  '',
  'Bearer',
  'Basic ccm_x',
  `bearer ${newKey()}`,
  `Bearer  ${newKey()}`,
  `Bearer ${newKey()}x`,
  `Bearer ${newKey()},Bearer ${newKey()}`,
  `Bearer xyz_${newKey().slice(4)}`,
])('%j holds no key', (header) => expect(keyIn(header)).toBeNull());

test('a key that places orders is proved anew each quarter, one that reads each year', () => {
  expect(mostDays(['prices:read', 'orders:place'])).toBe(90);
  expect(mostDays(['prices:read', 'orders:read', 'receipts:read'])).toBe(365);
});
