import { expect, test } from 'vitest';
import { formatAge, formatBytes, formatDate, formatDateTime, formatDay } from './format.ts';

test('a time is shown with its weekday, in Jamaican time', () => {
  expect(formatDateTime(new Date('2026-11-20T15:14:00Z'))).toBe('Fri 20 Nov, 10:14 am');
  expect(formatDateTime(new Date('2026-11-20T15:14:00Z'), { year: true })).toBe('Fri 20 Nov 2026, 10:14 am');
});

test('early in the UTC day it is still yesterday in Jamaica', () => {
  expect(formatDay(new Date('2026-12-01T04:59:00Z'))).toBe('Mon 30 Nov');
  expect(formatDay(new Date('2026-12-01T05:00:00Z'))).toBe('Tue 1 Dec');
});

test('midnight and noon are both twelve, and there is no daylight saving', () => {
  expect(formatDateTime(new Date('2026-07-04T05:05:00Z'))).toBe('Sat 4 Jul, 12:05 am');
  expect(formatDateTime(new Date('2026-07-04T17:05:00Z'))).toBe('Sat 4 Jul, 12:05 pm');
});

test('September has three letters like the other months', () => {
  expect(formatDay(new Date('2026-09-15T15:00:00Z'))).toBe('Tue 15 Sep');
});

test('a stored date is shown unchanged in every time zone', () => {
  expect(formatDate('2027-01-02')).toBe('2 Jan 2027');
  expect(() => formatDate('tomorrow')).toThrow();
});

test.each([
  [30, 'just now'],
  [14 * 60, '14 m'],
  [26 * 3600, '26 h'],
  [3 * 86_400, '3 d'],
])('%i seconds ago is %s', (seconds, text) => {
  const now = new Date('2026-11-20T12:00:00Z');
  expect(formatAge(new Date(now.getTime() - seconds * 1000), now)).toBe(text);
});

test('file sizes are short', () => {
  expect(formatBytes(900)).toBe('900 B');
  expect(formatBytes(421_888)).toBe('412 KB');
  expect(formatBytes(2.3 * 1024 * 1024)).toBe('2.3 MB');
  expect(formatBytes(1_048_000)).toBe('1.0 MB');
});
