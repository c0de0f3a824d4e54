import { type Day, shiftDay } from '../../../kernel/calendar.ts';

const over = (part: number, whole: number) => Math.floor(part / whole);

/** Easter Sunday of a year in the Gregorian calendar (J.-M. Oudin, 1940): the moon of spring, then the Sunday after. */
export function easterOf(year: number): Day {
  const [golden, century] = [year % 19, over(year, 100)];
  const age = (century - over(century, 4) - over(8 * century + 13, 25) + 19 * golden + 15) % 30;
  const moon = age - over(age, 28) * (1 - over(29, age + 1) * over(21 - golden, 11));
  const weekday = (year + over(year, 4) + moon + 2 - century + over(century, 4)) % 7;
  return shiftDay(`${year}-03-28`, moon - weekday);
}

const weekdayOf = (day: Day) => new Date(`${day}T00:00:00Z`).getUTCDay();
const mondayFrom = (day: Day) => shiftDay(day, (8 - weekdayOf(day)) % 7);
const isSunday = (day: Day) => weekdayOf(day) === 0;
const isWeekend = (day: Day) => weekdayOf(day) % 6 === 0;

const byYear = new Map<number, readonly Day[]>();

/**
 * The days that the law keeps free (Holidays (Public General) Act, Jamaica), as they are observed: what falls on a
 * Sunday on the Monday after, Labour Day from a Saturday too, and one of the two days of Christmas after both.
 */
function holidaysOf(year: number): readonly Day[] {
  const known = byYear.get(year);
  if (known) return known;
  const easter = easterOf(year);
  const on = (monthAndDay: string): Day => `${year}-${monthAndDay}`;
  const labour = on('05-23');
  const found = [
    ...[on('01-01'), on('08-01'), on('08-06')].map((day) => (isSunday(day) ? mondayFrom(day) : day)),
    ...[-46, -2, 1].map((count) => shiftDay(easter, count)), // Ash Wednesday, Good Friday, Easter Monday
    isWeekend(labour) ? mondayFrom(labour) : labour,
    mondayFrom(on('10-15')), // National Heroes Day: the third Monday of October
    ...[on('12-25'), on('12-26')].map((day) => (isSunday(day) ? on('12-27') : day)),
  ];
  byYear.set(year, found);
  return found;
}

/** The holidays of all years from `first` to `last`, both included, for the calendar rules. */
export function jamaicanHolidays(first: number, last: number): ReadonlySet<Day> {
  const span = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  return new Set(span.flatMap(holidaysOf));
}

/** The holidays that matter to a promise given now: those of last year, this one and the next. */
export const holidaysAround = (now: Date): ReadonlySet<Day> =>
  jamaicanHolidays(now.getUTCFullYear() - 1, now.getUTCFullYear() + 1);
