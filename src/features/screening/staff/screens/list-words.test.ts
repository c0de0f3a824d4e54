import { expect, test } from 'vitest';
import { formatAge, formatBirth, formatCountry, formatDiff, getAge, getSourceLabel } from './list-words.ts';

const samples = { added: [], removed: [], changed: [], addedAddresses: [], removedAddresses: [] };

test('a diff is formatted in figures, and an empty one as no change', () => {
  const none = { added: 0, removed: 0, changed: 0 };
  expect(formatDiff({ parties: none, addresses: none, samples })).toBe('Nothing changed');
  const parties = { added: 1200, removed: 3, changed: 0 };
  expect(formatDiff({ parties, addresses: { added: 7, removed: 0 }, samples })).toBe(
    '1,200 added, 3 removed, 7 addresses added',
  );
});

test('the age of a list counts from its last confirmation', () => {
  const asOf = new Date('2026-11-20T00:00:00Z');
  const now = new Date('2026-11-21T12:30:00Z');
  expect(getAge({ asOf, allowedHours: 48 }, now)).toEqual({ hours: 36, allowed: 48 });
  expect(getAge({ asOf, allowedHours: null }, now)).toBeNull();
  expect(getAge({ asOf: null, allowedHours: 48 }, now)).toBeNull();
  expect([formatAge(1), formatAge(36), formatAge(72)]).toEqual(['1 hour', '36 hours', '3 days']);
});

test("an absent list that isn't required is shown as not used", () => {
  expect(getSourceLabel({ state: 'absent', needed: false }).text).toBe('Not used');
  expect(getSourceLabel({ state: 'absent', needed: true })).toEqual({ kind: 'rejected', text: 'Missing' });
});

test('births and countries are formatted for people', () => {
  expect(formatBirth('1970')).toBe('1970');
  expect(formatBirth('1970-05-12')).toBe('12 May 1970');
  expect(formatBirth('1970/1975')).toBe('1970 to 1975');
  expect(formatCountry('JM')).toBe('Jamaica');
  expect(formatCountry('Kingston')).toBe('Kingston');
});
