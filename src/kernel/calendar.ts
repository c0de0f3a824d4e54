import { after, days, hours } from './clock.ts';

/**
 * Days as people in Jamaica count them (decision C7). Jamaica keeps UTC-5 all year (no daylight saving), so a fixed
 * offset is exact and needs no time zone database. A day is written `YYYY-MM-DD`. Holidays come in as a set of such
 * days.
 */
export type Day = string;
export type Holidays = ReadonlySet<Day>;

const behindUtc = hours(5);
const opensAt = 9;
const closesAt = 17;

/** The Jamaican day on which a moment falls. */
export const jamaicaDay = (moment: Date): Day => after(moment, -behindUtc).toISOString().slice(0, 10);

/** The hour of the Jamaican clock at a moment, 0 to 23 (decision B3). */
export const jamaicaHour = (moment: Date): number => after(moment, -behindUtc).getUTCHours();

/** The moment at which a Jamaican day reaches an hour of its clock; `atHour('2026-11-20', 17)` is 22:00 UTC. */
export const atHour = (day: Day, hour: number): Date => after(new Date(`${day}T00:00:00Z`), hours(hour) + behindUtc);

/** The last moment of a Jamaican day. */
export const endOfDay = (day: Day): Date => after(atHour(day, 24), -1);

/** Opening of the office, 9 am [001 §9 Timings]. */
export const startOfBusiness = (day: Day): Date => atHour(day, opensAt);

/** The hour to which dated promises are kept: 5 pm, an hour before the phones close. */
export const endOfBusiness = (day: Day): Date => atHour(day, closesAt);

/** The day `count` days after another; before it when negative. */
export const shiftDay = (day: Day, count: number): Day =>
  after(new Date(`${day}T00:00:00Z`), days(count))
    .toISOString()
    .slice(0, 10);

/** Monday to Friday, unless it is a public holiday. */
export function isBusinessDay(day: Day, holidays: Holidays): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !holidays.has(day);
}

/**
 * When work on something that arrives now can begin: at once on a business day, else when the office opens on the next
 * one. 'Weekend requests are processed Monday' [001 §9 Timings]; a holiday is treated as a weekend.
 */
export function nextBusinessMoment(from: Date, holidays: Holidays): Date {
  const today = jamaicaDay(from);
  if (isBusinessDay(today, holidays)) return from;
  let day = shiftDay(today, 1);
  while (!isBusinessDay(day, holidays)) day = shiftDay(day, 1);
  return startOfBusiness(day);
}

/**
 * The same time of day, `count` business days later (a whole number, zero or more). What arrives on a weekend or a
 * holiday counts as arrived at the next opening of the office.
 */
export function addBusinessDays(from: Date, count: number, holidays: Holidays): Date {
  if (!Number.isInteger(count) || count < 0) throw new Error(`not a number of days: ${count}`);
  const start = nextBusinessMoment(from, holidays);
  const first = jamaicaDay(start);
  let passed = 0;
  for (let left = count; left > 0; ) {
    passed += 1;
    if (isBusinessDay(shiftDay(first, passed), holidays)) left -= 1;
  }
  return after(start, days(passed));
}

/** The first moment of the UTC day around a moment. */
export const utcDayStart = (now: Date): Date => new Date(`${now.toISOString().slice(0, 10)}T00:00:00Z`);

/**
 * The window of limits, the UTC calendar month around a moment [001 §9 Monthly limits]: `from` is inside it, `until` is
 * the first moment of the next (B8).
 */
export function utcMonthWindow(now: Date): { from: Date; until: Date } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { from: new Date(Date.UTC(year, month, 1)), until: new Date(Date.UTC(year, month + 1, 1)) };
}
