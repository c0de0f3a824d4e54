import { addDays, type Day } from '../../../kernel/calendar.ts';

const floorDivide = (dividend: number, divisor: number) => Math.floor(dividend / divisor);

/** Easter Sunday in the Gregorian calendar (J.-M. Oudin, 1940). */
export function easterOf(year: number): Day {
  const [golden, century] = [year % 19, floorDivide(year, 100)];
  const age = (century - floorDivide(century, 4) - floorDivide(8 * century + 13, 25) + 19 * golden + 15) % 30;
  const moon = age - floorDivide(age, 28) * (1 - floorDivide(29, age + 1) * floorDivide(21 - golden, 11));
  const weekday = (year + floorDivide(year, 4) + moon + 2 - century + floorDivide(century, 4)) % 7;
  return addDays(`${year}-03-28`, moon - weekday);
}

const weekdayOf = (day: Day) => new Date(`${day}T00:00:00Z`).getUTCDay();
const mondayFrom = (day: Day) => addDays(day, (8 - weekdayOf(day)) % 7);
const isSunday = (day: Day) => weekdayOf(day) === 0;
const isWeekend = (day: Day) => weekdayOf(day) % 6 === 0;

const byYear = new Map<number, readonly Day[]>();

/** Holidays (Public General) Act: Sundays move to Monday, Labour Day also from Saturday, Christmas to 27 December. */
function computeHolidays(year: number): readonly Day[] {
  const cached = byYear.get(year);
  if (cached) return cached;
  const easter = easterOf(year);
  const toDay = (monthAndDay: string): Day => `${year}-${monthAndDay}`;
  const labour = toDay('05-23');
  const found = [
    ...[toDay('01-01'), toDay('08-01'), toDay('08-06')].map((day) => (isSunday(day) ? mondayFrom(day) : day)),
    ...[-46, -2, 1].map((count) => addDays(easter, count)), // Ash Wednesday, Good Friday, Easter Monday
    isWeekend(labour) ? mondayFrom(labour) : labour,
    mondayFrom(toDay('10-15')), // National Heroes Day: the third Monday of October
    ...[toDay('12-25'), toDay('12-26')].map((day) => (isSunday(day) ? toDay('12-27') : day)),
  ];
  byYear.set(year, found);
  return found;
}

export function jamaicanHolidays(first: number, last: number): ReadonlySet<Day> {
  const span = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  return new Set(span.flatMap(computeHolidays));
}

export const holidaysAround = (now: Date): ReadonlySet<Day> =>
  jamaicanHolidays(now.getUTCFullYear() - 1, now.getUTCFullYear() + 1);
