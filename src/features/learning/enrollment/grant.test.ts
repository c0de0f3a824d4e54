import { expect, test } from 'vitest';
import { getGrantEnd, isGrantActive, isLaterEnd } from './grant.ts';

const now = new Date('2026-11-24T15:00:00Z');
const end = (text: string) => new Date(text);

test('a grant lasts through its whole last day in Jamaica', () => {
  expect(getGrantEnd('2026-11-24', now)).toEqual(end('2026-11-25T05:00:00.000Z'));
  expect(getGrantEnd('2027-02-28', now)).toEqual(end('2027-03-01T05:00:00.000Z'));
  expect(getGrantEnd(null, now)).toBeNull();
});

test('a past day and a day beyond five years are invalid', () => {
  expect(getGrantEnd('2026-11-23', now)).toBe('invalid');
  // In Jamaica, 23 November is not over yet.
  expect(getGrantEnd('2026-11-23', end('2026-11-24T04:59:00Z'))).toEqual(end('2026-11-24T05:00:00.000Z'));
  expect(getGrantEnd('2031-11-22', now)).toEqual(end('2031-11-23T05:00:00.000Z'));
  expect(getGrantEnd('2031-11-23', now)).toBe('invalid');
});

test('an end can only move to a later one', () => {
  const given = { until: end('2026-12-01T05:00:00Z'), revokedAt: null };
  expect(isLaterEnd(given, end('2026-12-02T05:00:00Z'))).toBe(true);
  expect(isLaterEnd(given, null)).toBe(true);
  expect(isLaterEnd(given, given.until)).toBe(false);
  expect(isLaterEnd(given, end('2026-11-30T05:00:00Z'))).toBe(false);
  expect(isLaterEnd({ ...given, until: null }, end('2026-12-02T05:00:00Z'))).toBe(false);
  expect(isLaterEnd({ ...given, revokedAt: now }, null)).toBe(false);
});

test('an ended grant is not active', () => {
  expect(isGrantActive({ until: null, revokedAt: null }, now)).toBe(true);
  expect(isGrantActive({ until: end('2026-12-01T05:00:00Z'), revokedAt: null }, now)).toBe(true);
  expect(isGrantActive({ until: now, revokedAt: null }, now)).toBe(false);
});
