import { describe, expect, it } from 'vitest';
import { addDays } from '../../../kernel/calendar.ts';
import { easterOf, holidaysAround, jamaicanHolidays } from './holidays.ts';

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

  it('move from Sunday to Monday', () => {
    const days = jamaicanHolidays(2027, 2027);
    for (const day of ['2027-05-24', '2027-08-02', '2027-12-27']) expect(days.has(day)).toBe(true);
  });

  it('keep Labour Day on 23 May on weekdays', () => expect(jamaicanHolidays(2028, 2028).has('2028-05-23')).toBe(true));

  it('move a Christmas Sunday to 27 December', () => {
    const getChristmas = (year: number) => [...jamaicanHolidays(year, year)].filter((day) => day.slice(5) > '12-20');
    expect(getChristmas(2033)).toEqual(['2033-12-27', '2033-12-26']); // Christmas Day on a Sunday
    expect(getChristmas(2027)).toEqual(['2027-12-25', '2027-12-27']); // Boxing Day on a Sunday
    expect(getChristmas(2028)).toEqual(['2028-12-25', '2028-12-26']);
  });

  it('number ten a year, never on a Sunday, with Labour Day never on a Saturday', () => {
    for (let year = 1990; year < 2200; year++) {
      const days = [...jamaicanHolidays(year, year)];
      expect(days).toHaveLength(10);
      for (const day of days) expect([day, new Date(day).getUTCDay() === 0]).toEqual([day, false]);
      expect(new Date(days.find((day) => day.slice(5, 7) === '05') ?? '').getUTCDay()).not.toBe(6);
    }
  });

  it.each([
    ...['1818-03-22', '1954-04-18', '1961-04-02', '1981-04-19', '2000-04-23', '2008-03-23', '2011-04-24', '2024-03-31'],
    ...['2026-04-05', '2027-03-28', '2038-04-25', '2049-04-18', '2076-04-19', '2100-03-28', '2285-03-22'],
  ])('match almanacs for Easter: %s', (day) => expect(easterOf(Number(day.slice(0, 4)))).toBe(day));

  it('put Easter on a Sunday from 22 March to 25 April in every year', () => {
    for (let year = 1600; year < 3000; year++) {
      const easter = easterOf(year);
      expect([new Date(easter).getUTCDay(), easter >= `${year}-03-22`, easter <= `${year}-04-25`]).toEqual([
        0,
        true,
        true,
      ]);
      expect(addDays(easter, -46).slice(5) >= '02-04').toBe(true);
    }
  });

  it('cover neighbouring years, so a late December promise includes New Year', () => {
    expect(jamaicanHolidays(2026, 2027).has('2027-01-01')).toBe(true);
    expect(jamaicanHolidays(2027, 2026).size).toBe(0);
    expect(holidaysAround(new Date('2026-12-31T12:00:00Z')).has('2027-01-01')).toBe(true);
  });
});
