import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addBusinessDays,
  addDays,
  atHour,
  endOfBusiness,
  isBusinessDay,
  jamaicaDay,
  jamaicaHour,
  nextBusinessMoment,
  startOfBusiness,
  utcMonthWindow,
} from './calendar.ts';

const date = (text: string): Date => new Date(text);
const none: ReadonlySet<string> = new Set();
const moments = fc.date({
  min: date('2020-01-01T00:00:00Z'),
  max: date('2040-12-31T00:00:00Z'),
  noInvalidDate: true,
});

describe('days in Jamaica', () => {
  it('still has yesterday at 04:59 UTC and today at 05:00 UTC', () => {
    expect(jamaicaDay(date('2026-11-20T04:59:59.999Z'))).toBe('2026-11-19');
    expect(jamaicaDay(date('2026-11-20T05:00:00Z'))).toBe('2026-11-20');
  });

  it('agrees with the time zone database in summer and in winter', () => {
    const formatter = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Jamaica', dateStyle: 'short' });
    const hour = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Jamaica', hour: '2-digit', hourCycle: 'h23' });
    fc.assert(
      fc.property(moments, (moment) => {
        expect(jamaicaDay(moment)).toBe(formatter.format(moment));
        expect(jamaicaHour(moment)).toBe(Number(hour.format(moment)));
      }),
    );
  });

  it('ends business at 5 pm (22:00 UTC) and starts it at 9 am', () => {
    expect(endOfBusiness('2026-11-20')).toEqual(date('2026-11-20T22:00:00Z'));
    expect(startOfBusiness('2026-07-20')).toEqual(date('2026-07-20T14:00:00Z'));
    expect(atHour('2026-12-31', 23)).toEqual(date('2027-01-01T04:00:00Z'));
  });

  it('crosses the end of a month, a year and a leap February', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
  });
});

describe('business days', () => {
  it('are Monday to Friday without the holidays', () => {
    const holidays = new Set(['2026-12-25']);
    expect(isBusinessDay('2026-11-20', holidays)).toBe(true);
    expect(isBusinessDay('2026-11-21', holidays)).toBe(false);
    expect(isBusinessDay('2026-11-22', holidays)).toBe(false);
    expect(isBusinessDay('2026-12-25', holidays)).toBe(false);
  });

  it('starts a weekend request on Monday at 9 am and a Friday night request right away', () => {
    expect(nextBusinessMoment(date('2026-11-21T12:00:00Z'), none)).toEqual(startOfBusiness('2026-11-23'));
    const fridayNight = date('2026-11-21T03:00:00Z');
    expect(nextBusinessMoment(fridayNight, none)).toBe(fridayNight);
  });

  it('one day after Friday 3 pm is Monday 3 pm', () => {
    expect(addBusinessDays(atHour('2026-11-20', 15), 1, none)).toEqual(atHour('2026-11-23', 15));
  });

  it('three days from the Thursday before Easter 2026 skip Good Friday and Easter Monday', () => {
    const holidays = new Set(['2026-04-03', '2026-04-06']);
    expect(addBusinessDays(atHour('2026-04-02', 10), 3, holidays)).toEqual(atHour('2026-04-09', 10));
  });

  it('zero days from a Saturday is Monday morning, one day is Tuesday morning', () => {
    expect(addBusinessDays(atHour('2026-11-21', 20), 0, none)).toEqual(startOfBusiness('2026-11-23'));
    expect(addBusinessDays(atHour('2026-11-21', 20), 1, none)).toEqual(startOfBusiness('2026-11-24'));
  });

  it('rejects half days and negative days', () => {
    expect(() => addBusinessDays(atHour('2026-11-20', 9), 0.5, none)).toThrow();
    expect(() => addBusinessDays(atHour('2026-11-20', 9), -1, none)).toThrow();
  });

  it('ends on a business day, never earlier than the start, and adds up step by step', () => {
    const holidaySets = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 12 });
    fc.assert(
      fc.property(moments, fc.integer({ min: 0, max: 15 }), holidaySets, (from, count, offsets) => {
        const holidays = new Set(offsets.map((offset) => addDays(jamaicaDay(from), offset)));
        const end = addBusinessDays(from, count, holidays);
        expect(isBusinessDay(jamaicaDay(end), holidays)).toBe(true);
        expect(end.getTime()).toBeGreaterThanOrEqual(from.getTime());
        const next = addBusinessDays(from, count + 1, holidays);
        expect(addBusinessDays(end, 1, holidays)).toEqual(next);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the month used for limits', () => {
  it('resets at midnight UTC, which is 7 pm in Jamaica on the last day', () => {
    const { from, until } = utcMonthWindow(date('2026-11-30T23:59:59.999Z'));
    expect(from).toEqual(date('2026-11-01T00:00:00Z'));
    expect(until).toEqual(date('2026-12-01T00:00:00Z'));
    expect(jamaicaHour(until)).toBe(19);
    expect(jamaicaDay(until)).toBe('2026-11-30');
  });

  it('contains its own moment and joins the next month without a gap', () => {
    fc.assert(
      fc.property(moments, (now) => {
        const { from, until } = utcMonthWindow(now);
        expect(from <= now && now < until).toBe(true);
        expect(utcMonthWindow(until).from).toEqual(until);
      }),
    );
  });
});
