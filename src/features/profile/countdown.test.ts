import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPart, formatTimeLeft, getElapsedShare, getTimeLeft } from './countdown.ts';

const now = new Date('2026-11-20T12:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const read = (ms: number) => getTimeLeft(later(ms), now)?.map(formatPart).join(' ') ?? 'Expired';

test.each([
  [86_400_000 * 12 + 3_600_000 * 7 + 60_000 * 41 + 8_000, '12 days 7 hours 41 minutes 8 seconds'],
  [86_400_000, '1 day 0 hours 0 minutes 0 seconds'],
  [86_399_000, '23 hours 59 minutes 59 seconds'],
  [61_000, '0 hours 1 minute 1 second'],
  [1, '0 hours 0 minutes 1 second'],
  [0, 'Expired'],
  [-1, 'Expired'],
  [Number.NaN, 'Expired'],
])('with %i ms left the plan says %s', (ms, words) => expect(read(ms)).toBe(words));

test('the parts add up to the time left, and days are never zero', () => {
  const units = { days: 86_400, hours: 3_600, minutes: 60, seconds: 1 };
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 * 86_400_000 }), (ms) => {
      const parts = getTimeLeft(later(ms), now) ?? [];
      const sum = parts.reduce((total, { unit, count }) => total + units[unit] * count, 0);
      expect(sum).toBe(Math.ceil(ms / 1_000));
      expect(parts.find(({ unit }) => unit === 'days')?.count).not.toBe(0);
      for (const { unit, count } of parts)
        expect(count).toBeLessThan({ days: 401, hours: 24, minutes: 60, seconds: 60 }[unit]);
    }),
  );
});

test('screen readers get days, hours and minutes, without seconds', () => {
  expect(formatTimeLeft(getTimeLeft(later(90_061_000), now))).toBe('1 day, 1 hour, 1 minute');
  expect(formatTimeLeft(getTimeLeft(later(59_000), now))).toBe('Less than a minute');
  expect(formatTimeLeft(null)).toBe('Expired');
});

test('the progress of a period stays between its ends', () => {
  const month = { start: now, end: later(30_000) };
  expect([later(-5), now, later(15_000), later(30_000), later(99_000)].map((at) => getElapsedShare(month, at))).toEqual(
    [0n, 0n, 500n, 1_000n, 1_000n],
  );
  expect(getElapsedShare({ start: now, end: now }, now)).toBe(1_000n);
});
