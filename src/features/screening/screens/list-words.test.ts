import { expect, test } from 'vitest';
import { ageOf, birthText, countryText, diffText, sourceWord, spanText } from './list-words.ts';

const samples = { added: [], removed: [], changed: [], addedAddresses: [], removedAddresses: [] };

test('what an import changed is told in figures, and nothing is told as nothing', () => {
  const none = { added: 0, removed: 0, changed: 0 };
  expect(diffText({ parties: none, addresses: none, samples })).toBe('Nothing changed');
  const parties = { added: 1200, removed: 3, changed: 0 };
  expect(diffText({ parties, addresses: { added: 7, removed: 0 }, samples })).toBe(
    '1,200 added, 3 removed, 7 addresses added',
  );
});

test('the age of a list counts from when it was last known to be the newest', () => {
  const asOf = new Date('2026-11-20T00:00:00Z');
  const now = new Date('2026-11-21T12:30:00Z');
  expect(ageOf({ asOf, allowedHours: 48 }, now)).toEqual({ hours: 36, allowed: 48 });
  expect(ageOf({ asOf, allowedHours: null }, now)).toBeNull();
  expect(ageOf({ asOf: null, allowedHours: 48 }, now)).toBeNull();
  expect([spanText(1), spanText(36), spanText(72)]).toEqual(['1 hour', '36 hours', '3 days']);
});

test('a list that nobody needs is not broken when it is not there', () => {
  expect(sourceWord({ state: 'absent', needed: false }).text).toBe('Not used');
  expect(sourceWord({ state: 'absent', needed: true })).toEqual({ kind: 'rejected', text: 'Absent' });
});

test('births and countries are told as people say them', () => {
  expect(birthText('1970')).toBe('1970');
  expect(birthText('1970-05-12')).toBe('12 May 1970');
  expect(birthText('1970/1975')).toBe('1970 to 1975');
  expect(countryText('JM')).toBe('Jamaica');
  expect(countryText('Kingston')).toBe('Kingston');
});
