import { describe, expect, it } from 'vitest';
import { holidaysAround, jamaicanHolidays } from './holidays.ts';

describe('public holidays of Jamaica', () => {
  it('are these ten in 2026', () => {
    expect([...jamaicanHolidays(2026, 2026)].sort()).toEqual([
      '2026-01-01',
      '2026-02-18',
      '2026-04-03',
      '2026-04-06',
      '2026-05-25',
      '2026-08-01',
      '2026-08-06',
      '2026-10-19',
      '2026-12-25',
      '2026-12-26',
    ]);
  });

  it('move to Monday where one falls on a Sunday', () => {
    const days = jamaicanHolidays(2027, 2027);
    // Labour Day on Sunday 23 May, Emancipation Day on Sunday 1 August, Boxing Day on Sunday 26 December.
    for (const day of ['2027-05-24', '2027-08-02', '2027-12-27']) expect(days.has(day)).toBe(true);
  });

  it('leave an ordinary Labour Day on 23 May', () => expect(jamaicanHolidays(2028, 2028).has('2028-05-23')).toBe(true));

  it('span years, and a promise at the end of December knows New Year', () => {
    expect(jamaicanHolidays(2026, 2027).has('2027-01-01')).toBe(true);
    expect(jamaicanHolidays(2027, 2026).size).toBe(0);
    expect(holidaysAround(new Date('2026-12-31T12:00:00Z')).has('2027-01-01')).toBe(true);
  });
});
