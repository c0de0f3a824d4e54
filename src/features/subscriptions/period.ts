import { type Day, endOfDay, jamaicaDay } from '../../kernel/calendar.ts';
import { after } from '../../kernel/clock.ts';

/** A time for which a plan was paid: from its first moment to its end, which is not inside it. */
export type Period = { readonly start: Date; readonly end: Date };

const lastDayOf = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/** The same day of the next month, or its last one where it has no such day: 31 January ends on 28 February. */
export function nextMonth(day: Day): Day {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const next = new Date(Date.UTC(year, month, 1));
  next.setUTCDate(Math.min(date, lastDayOf(next.getUTCFullYear(), next.getUTCMonth())));
  return next.toISOString().slice(0, 10);
}

/**
 * The month that a payment buys. It begins at once or, while another runs, where that ends: a day is never sold twice.
 * It lasts to the end of the same day of the next month in Jamaica, so nobody loses hours of a day.
 */
export function monthFrom(now: Date, runsUntil: Date | null): Period {
  const start = runsUntil && runsUntil > now ? runsUntil : now;
  return { start, end: after(endOfDay(nextMonth(jamaicaDay(after(start, -1)))), 1) };
}
