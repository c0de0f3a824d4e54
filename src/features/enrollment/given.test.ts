import { expect, test } from 'vitest';
import { givenUntil, isGivenStill, isLater } from './given.ts';

const now = new Date('2026-11-24T15:00:00Z');
const end = (text: string) => new Date(text);

test('a course is given through the whole last day as it is in Jamaica', () => {
  expect(givenUntil('2026-11-24', now)).toEqual(end('2026-11-25T05:00:00.000Z'));
  expect(givenUntil('2027-02-28', now)).toEqual(end('2027-03-01T05:00:00.000Z'));
  expect(givenUntil(null, now)).toBeNull();
});

test('a day that is over, or is further off than anybody plans, is none', () => {
  expect(givenUntil('2026-11-23', now)).toBe('unfit');
  // The day before is not over yet in Jamaica.
  expect(givenUntil('2026-11-23', end('2026-11-24T04:59:00Z'))).toEqual(end('2026-11-24T05:00:00.000Z'));
  expect(givenUntil('2031-11-22', now)).toEqual(end('2031-11-23T05:00:00.000Z'));
  expect(givenUntil('2031-11-23', now)).toBe('unfit');
});

test('an end moves only to a later one', () => {
  const given = { until: end('2026-12-01T05:00:00Z'), revokedAt: null };
  expect(isLater(given, end('2026-12-02T05:00:00Z'))).toBe(true);
  expect(isLater(given, null)).toBe(true);
  expect(isLater(given, given.until)).toBe(false);
  expect(isLater(given, end('2026-11-30T05:00:00Z'))).toBe(false);
  expect(isLater({ ...given, until: null }, end('2026-12-02T05:00:00Z'))).toBe(false);
  expect(isLater({ ...given, revokedAt: now }, null)).toBe(false);
});

test('what is over already is not taken back', () => {
  expect(isGivenStill({ until: null, revokedAt: null }, now)).toBe(true);
  expect(isGivenStill({ until: end('2026-12-01T05:00:00Z'), revokedAt: null }, now)).toBe(true);
  expect(isGivenStill({ until: now, revokedAt: null }, now)).toBe(false);
});
