import HolidayCalendar from 'date-holidays';
import type { Day } from '../../../kernel/calendar.ts';

/**
 * Public holidays of Jamaica, with the days on which they are observed. The data behind it is large: server only.
 * Observances that keep the banks open are left out.
 */
const calendar = new HolidayCalendar('JM', { types: ['public'] });
const byYear = new Map<number, readonly Day[]>();

function holidaysOf(year: number): readonly Day[] {
  const known = byYear.get(year);
  if (known) return known;
  const found = calendar.getHolidays(year).map((holiday) => holiday.date.slice(0, 10));
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
