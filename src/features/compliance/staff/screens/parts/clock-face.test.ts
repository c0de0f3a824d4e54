import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatSpan, getClockFace } from './clock-face.ts';

const minute = 60_000;
const hour = 60 * minute;

test('a time span has two units, the smaller with two digits', () => {
  expect(formatSpan(0)).toBe('0 m 00 s');
  expect(formatSpan(29 * minute + 5_999)).toBe('29 m 05 s');
  expect(formatSpan(hour - 1)).toBe('59 m 59 s');
  expect(formatSpan(hour)).toBe('1 h 00 m');
  expect(formatSpan(47 * hour + 59 * minute)).toBe('47 h 59 m');
  expect(formatSpan(48 * hour)).toBe('2 d 00 h');
  expect(formatSpan(15 * 24 * hour)).toBe('15 d 00 h');
});

test('an alert is due in the last quarter of its time and late after its deadline', () => {
  const since = new Date('2026-11-20T10:00:00Z');
  const until = new Date('2026-11-20T10:30:00Z');
  const at = (seconds: number) => getClockFace({ since, until }, since.getTime() + seconds * 1000);
  expect(at(0)).toEqual({ text: '30 m 00 s', late: false, tint: '' });
  expect(at(22.5 * 60 - 1).tint).toBe('');
  expect(at(22.5 * 60).tint).toBe('due');
  expect(at(30 * 60)).toEqual({ text: '0 m 00 s', late: false, tint: 'due' });
  expect(at(30 * 60 + 1)).toEqual({ text: '0 m 01 s late', late: true, tint: 'late' });
});

test('a clock is late only after its deadline', () => {
  const until = new Date('2026-11-20T10:30:00Z');
  const since = new Date('2026-11-19T10:30:00Z');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4 * 24 * 3600 }), (seconds) => {
      const now = since.getTime() + seconds * 1000;
      expect(getClockFace({ since, until }, now).late).toBe(now > until.getTime());
    }),
  );
});
