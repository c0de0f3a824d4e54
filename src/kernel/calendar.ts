import { after, days, hours } from './clock.ts';

/** Day in Jamaica, `YYYY-MM-DD` (decision C7). Jamaica has UTC-5 all year, so a fixed offset is exact. */
export type Day = string;
export type Holidays = ReadonlySet<Day>;

const utcOffsetMs = hours(5);
const openingHour = 9;
const closingHour = 17;

export const jamaicaDay = (moment: Date): Day => after(moment, -utcOffsetMs).toISOString().slice(0, 10);

export const jamaicaHour = (moment: Date): number => after(moment, -utcOffsetMs).getUTCHours();

/** `atHour('2026-11-20', 17)` is 22:00 UTC (decision B3). */
export const atHour = (day: Day, hour: number): Date => after(new Date(`${day}T00:00:00Z`), hours(hour) + utcOffsetMs);

export const endOfDay = (day: Day): Date => after(atHour(day, 24), -1);

/** 9 am, when the office opens [001 §9 Timings]. */
export const startOfBusiness = (day: Day): Date => atHour(day, openingHour);

/** 5 pm, when promises for a day are due. The office closes an hour later. */
export const endOfBusiness = (day: Day): Date => atHour(day, closingHour);

export const addDays = (day: Day, count: number): Day =>
  after(new Date(`${day}T00:00:00Z`), days(count))
    .toISOString()
    .slice(0, 10);

export function isBusinessDay(day: Day, holidays: Holidays): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !holidays.has(day);
}

/** `from` on a business day, otherwise the next opening: 'Weekend requests are processed Monday' [001 §9 Timings]. */
export function nextBusinessMoment(from: Date, holidays: Holidays): Date {
  const today = jamaicaDay(from);
  if (isBusinessDay(today, holidays)) return from;
  let day = addDays(today, 1);
  while (!isBusinessDay(day, holidays)) day = addDays(day, 1);
  return startOfBusiness(day);
}

/** Adds business days and keeps the time of day. Weekends and holidays start at the next opening. */
export function addBusinessDays(from: Date, count: number, holidays: Holidays): Date {
  if (!Number.isInteger(count) || count < 0) throw new Error(`invalid number of days: ${count}`);
  const start = nextBusinessMoment(from, holidays);
  const first = jamaicaDay(start);
  let dayCount = 0;
  for (let remaining = count; remaining > 0; ) {
    dayCount += 1;
    if (isBusinessDay(addDays(first, dayCount), holidays)) remaining -= 1;
  }
  return after(start, days(dayCount));
}

export const utcDayStart = (now: Date): Date => new Date(`${now.toISOString().slice(0, 10)}T00:00:00Z`);

/** UTC month for the limits, from `from` (inclusive) to `until` (exclusive) [001 §9 Monthly limits, decision B8]. */
export function utcMonthWindow(now: Date): { from: Date; until: Date } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { from: new Date(Date.UTC(year, month, 1)), until: new Date(Date.UTC(year, month + 1, 1)) };
}
