import { expect, test } from 'vitest';
import { getMaxDays } from '../scopes.ts';
import { createKey, getLastFour, hashKey, keyPrefix, parseBearerKey } from './authenticate.ts';

test('a key has a fixed prefix, is unique and cannot be read from its hash', () => {
  const keys = Array.from({ length: 50 }, createKey);
  expect(new Set(keys).size).toBe(50);
  for (const key of keys) {
    expect(key.startsWith(keyPrefix)).toBe(true);
    expect(parseBearerKey(`Bearer ${key}`)).toBe(key);
    expect(hashKey(key)).toMatch(/^[0-9a-f]{64}$/);
    expect(getLastFour(key)).toHaveLength(4);
  }
});

test.each([
  undefined,
  '',
  'Bearer',
  'Basic ccm_x',
  `bearer ${createKey()}`,
  `Bearer  ${createKey()}`,
  `Bearer ${createKey()}x`,
  `Bearer ${createKey()},Bearer ${createKey()}`,
  `Bearer xyz_${createKey().slice(4)}`,
])('%j holds no key', (header) => expect(parseBearerKey(header)).toBeNull());

test('keys that place orders last a quarter, read-only keys a year', () => {
  expect(getMaxDays(['prices:read', 'orders:place'])).toBe(90);
  expect(getMaxDays(['prices:read', 'orders:read', 'receipts:read'])).toBe(365);
});
