import { type Day, endOfDay, jamaicaDay } from '../../kernel/calendar.ts';
import { after } from '../../kernel/clock.ts';

/** `end` is exclusive. */
export type Period = { readonly start: Date; readonly end: Date };

const getLastDay = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/** Returns the same day of the next month, or its last day: 28 February after 31 January. */
export function getNextMonth(day: Day): Day {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const next = new Date(Date.UTC(year, month, 1));
  next.setUTCDate(Math.min(date, getLastDay(next.getUTCFullYear(), next.getUTCMonth())));
  return next.toISOString().slice(0, 10);
}

/**
 * Returns a paid month [001 §4 Subscriptions]. Starts now or at the end of the running plan. Ends with the same day of
 * the next month in Jamaica.
 */
export function getMonthFrom(now: Date, runsUntil: Date | null): Period {
  const follows = runsUntil !== null && runsUntil > now;
  const start = follows ? runsUntil : now;
  // A following month starts at midnight, so its first day is the day before.
  const day = jamaicaDay(follows ? after(start, -1) : start);
  return { start, end: after(endOfDay(getNextMonth(day)), 1) };
}

/** Moves later months forward after a month was removed. `months` must be sorted; running months stay. */
export function closeGaps<Month extends Period>(months: readonly Month[], now: Date): Month[] {
  let until: Date | null = null;
  return months.map((month) => {
    const moved: Month = month.start <= now ? month : { ...month, ...getMonthFrom(now, until) };
    until = moved.end;
    return moved;
  });
}
