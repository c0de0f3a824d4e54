import { easterOf } from '../../src/features/trading/lifecycle/holidays.ts';
import { addDays, type Day, jamaicaDay } from '../../src/kernel/calendar.ts';

/** `at`: time when a test file loads. `tests`: time when its first test starts, if that is on the next day. */
export type Moment = { readonly at: string; readonly tests?: string };

/** Early enough for a test file to load before midnight. */
const late = '23:59:30';
const lastMinute = '23:59:00';
const inJamaica = (day: Day, time: string) => `${day}T${time}-05:00`;
const inUtc = (day: Day, time: string) => `${day}T${time}Z`;

const lastOfMonth = (day: Day) => new Date(Date.UTC(+day.slice(0, 4), +day.slice(5, 7), 0)).toISOString().slice(0, 10);
const nextLeapDay = (year: number): Day =>
  year % 4 === 0 && year % 100 !== 0 ? `${year}-02-29` : nextLeapDay(year + 1);

/** Future times (fixtures are not backdated) at which date code breaks: unlike UTC, new year, leap day, Good Friday. */
export function momentsAfter(now: Date): Readonly<Record<string, Moment>> {
  const tomorrow = addDays(jamaicaDay(now), 1);
  const month = lastOfMonth(tomorrow);
  const year = +tomorrow.slice(0, 4);
  const newYearsEve = `${year}-12-31`;
  return {
    night: { at: inUtc(addDays(tomorrow, 1), '02:30:00') },
    'month-utc': { at: inUtc(month, lastMinute) },
    'month-jamaica': { at: inJamaica(month, lastMinute) },
    'year-utc': { at: inUtc(newYearsEve, lastMinute) },
    'year-jamaica': { at: inJamaica(newYearsEve, lastMinute) },
    'leap-day': { at: inJamaica(nextLeapDay(year + 1), '12:00:00') },
    easter: { at: inJamaica(addDays(easterOf(year + 1), -2), '10:00:00') },
    'into-year-utc': { at: inUtc(newYearsEve, late), tests: inUtc(`${year + 1}-01-01`, '00:00:01') },
    'into-year-jamaica': { at: inJamaica(newYearsEve, late), tests: inJamaica(`${year + 1}-01-01`, '00:00:01') },
  };
}
