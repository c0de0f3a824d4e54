import fc from 'fast-check';
import { expect, test } from 'vitest';
import { days } from '../../kernel/clock.ts';
import { closeGaps, getMonthFrom, getNextMonth } from './period.ts';

const moment = (text: string) => new Date(text);

test('a month ends on the same day of the next month, or on its last day', () => {
  expect(getNextMonth('2026-11-22')).toBe('2026-12-22');
  expect(getNextMonth('2026-12-31')).toBe('2027-01-31');
  expect(getNextMonth('2027-01-31')).toBe('2027-02-28');
  expect(getNextMonth('2028-01-30')).toBe('2028-02-29');
});

test('a month ends with the day in Jamaica', () => {
  const { start, end } = getMonthFrom(moment('2026-11-22T23:30:00Z'), null);
  expect(start).toEqual(moment('2026-11-22T23:30:00Z'));
  expect(end).toEqual(moment('2026-12-23T05:00:00Z'));
});

test('an extension starts at the end of the running month, or now if it ended', () => {
  const now = moment('2026-11-22T15:00:00Z');
  const running = moment('2026-12-23T05:00:00Z');
  expect(getMonthFrom(now, running)).toEqual({ start: running, end: moment('2027-01-23T05:00:00Z') });
  expect(getMonthFrom(now, moment('2026-11-01T05:00:00Z')).start).toEqual(now);
});

test('consecutive months have no gap or overlap and at least 28 days', () => {
  const begins = fc.date({
    min: moment('2026-01-01T00:00:00Z'),
    max: moment('2035-01-01T00:00:00Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(begins, fc.integer({ min: 1, max: 24 }), (now, count) => {
      let until: Date | null = null;
      for (let n = 0; n < count; n++) {
        const { start, end }: { start: Date; end: Date } = getMonthFrom(now, until);
        expect(start).toEqual(until ?? now);
        expect(end.getTime() - start.getTime()).toBeGreaterThanOrEqual(days(28));
        expect(end.getTime() - start.getTime()).toBeLessThanOrEqual(days(32));
        until = end;
      }
    }),
  );
});

test('refunding one of several months moves the later ones up without overlap', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 6 }), fc.nat(), fc.integer({ min: 0, max: 40 }), (count, which, passed) => {
      const start = moment('2026-11-22T15:00:00Z');
      const months = Array.from({ length: count }).reduce<{ start: Date; end: Date }[]>(
        (all) => [...all, getMonthFrom(start, all.at(-1)?.end ?? null)],
        [],
      );
      const now = new Date(start.getTime() + days(passed));
      const left = months.filter(({ end }, n) => n !== which % count && end > now);
      const moved = closeGaps(left, now);
      expect(moved[0]?.start.getTime() ?? 0).toBeLessThanOrEqual(now.getTime());
      for (const [n, { start, end }] of moved.entries()) {
        if (n > 0) expect(start).toEqual(moved[n - 1]?.end);
        expect(start.getTime()).toBeLessThanOrEqual(left[n]?.start.getTime() ?? 0);
        expect(end.getTime() - start.getTime()).toBeGreaterThanOrEqual(days(28));
      }
    }),
  );
});
