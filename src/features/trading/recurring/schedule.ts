import { addDays, type Day, type Holidays, isBusinessDay } from '../../../kernel/calendar.ts';

export const intervals = ['week', 'month'] as const;

/** A weekday from 1 (Monday) to 5, or a day of the month from 1 to 28. */
export type Schedule = { readonly every: (typeof intervals)[number]; readonly day: number };

export const lastDays = { week: 5, month: 28 } as const;

const isScheduled = ({ every, day }: Schedule, date: Day): boolean =>
  every === 'week' ? new Date(`${date}T00:00:00Z`).getUTCDay() === day : Number(date.slice(8)) === day;

/** First business day on or after the next scheduled day, because banks pay standing orders on business days. */
export function getNextDay(schedule: Schedule, after: Day, holidays: Holidays): Day {
  let day = addDays(after, 1);
  while (!isScheduled(schedule, day)) day = addDays(day, 1);
  while (!isBusinessDay(day, holidays)) day = addDays(day, 1);
  return day;
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** `Monday`, or `21st of the month`. */
export const formatScheduledDay = (every: Schedule['every'], day: number): string =>
  every === 'week' ? (weekdays[day - 1] ?? '') : `${day}${endings[ordinals.select(day)] ?? 'th'} of the month`;
