import { easterOf } from '../../src/features/trading/moving/holidays.ts';
import { type Day, jamaicaDay, shiftDay } from '../../src/kernel/calendar.ts';

/** What the clock says when a file of tests is loaded; and when its first test begins, where a day passed since. */
export type Moment = { readonly at: string; readonly tests?: string };

/** Seconds of a last minute are enough for any file to be loaded in, so that midnight comes before its tests. */
const late = '23:59:30';
const lastMinute = '23:59:00';
const inJamaica = (day: Day, time: string) => `${day}T${time}-05:00`;
const inUtc = (day: Day, time: string) => `${day}T${time}Z`;

const lastOfMonth = (day: Day) => new Date(Date.UTC(+day.slice(0, 4), +day.slice(5, 7), 0)).toISOString().slice(0, 10);
const nextLeapDay = (year: number): Day =>
  year % 4 === 0 && year % 100 !== 0 ? `${year}-02-29` : nextLeapDay(year + 1);

/**
 * Hours at which day, month or year is not the same in Jamaica and in UTC, odd ones, and changes of day; all to come,
 * since nothing that is shipped now was there before.
 */
export function momentsAfter(now: Date): Readonly<Record<string, Moment>> {
  const tomorrow = shiftDay(jamaicaDay(now), 1);
  const month = lastOfMonth(tomorrow);
  const year = +tomorrow.slice(0, 4);
  const newYearsEve = `${year}-12-31`;
  return {
    night: { at: inUtc(shiftDay(tomorrow, 1), '02:30:00') },
    'month-utc': { at: inUtc(month, lastMinute) },
    'month-jamaica': { at: inJamaica(month, lastMinute) },
    'year-utc': { at: inUtc(newYearsEve, lastMinute) },
    'year-jamaica': { at: inJamaica(newYearsEve, lastMinute) },
    'leap-day': { at: inJamaica(nextLeapDay(year + 1), '12:00:00') },
    easter: { at: inJamaica(shiftDay(easterOf(year + 1), -2), '10:00:00') },
    'into-year-utc': { at: inUtc(newYearsEve, late), tests: inUtc(`${year + 1}-01-01`, '00:00:01') },
    'into-year-jamaica': { at: inJamaica(newYearsEve, late), tests: inJamaica(`${year + 1}-01-01`, '00:00:01') },
  };
}
