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
 * The month that a payment buys, one more where it extends [001 §4 Subscriptions]. It begins at once or, while another
 * runs, where that ends: a day is never sold twice. It lasts to the end of the same day of the next month in Jamaica,
 * so nobody loses hours of a day.
 */
export function monthFrom(now: Date, runsUntil: Date | null): Period {
  const follows = runsUntil !== null && runsUntil > now;
  const start = follows ? runsUntil : now;
  // What follows begins with the first moment of a day, and counts from the day that ended.
  const day = jamaicaDay(follows ? after(start, -1) : start);
  return { start, end: after(endOfDay(nextMonth(day)), 1) };
}

/**
 * When months that were bought behind each other run once one of them is gone: none waits while nothing runs. Given and
 * answered in the order in which they begin; what runs stays as it is.
 */
export function closedUp<Month extends Period>(months: readonly Month[], now: Date): Month[] {
  let until: Date | null = null;
  return months.map((month) => {
    const moved: Month = month.start <= now ? month : { ...month, ...monthFrom(now, until) };
    until = moved.end;
    return moved;
  });
}
