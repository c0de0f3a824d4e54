import { addDays, atHour, jamaicaDay, jamaicaHour } from '../../kernel/calendar.ts';
import { after, days, seconds } from '../../kernel/clock.ts';

/** 9 pm to 8 am in Jamaica. */
const quietHours = { from: 21, until: 8 } as const;

export function skipQuietHours(now: Date): Date {
  const hour = jamaicaHour(now);
  const today = jamaicaDay(now);
  if (hour < quietHours.until) return atHour(today, quietHours.until);
  return hour >= quietHours.from ? atHour(addDays(today, 1), quietHours.until) : now;
}

const maxBackoffMs = seconds(3600);
/** Covers a mail server that is down for two nights. */
const retryPeriodMs = days(2);

/** 2, 4, 8 seconds and so on, up to an hour. */
export const backoffMs = (tries: number): number => Math.min(maxBackoffMs, seconds(2 ** Math.min(tries, 12)));

export const isRetryOver = ({ tries, since, now }: { tries: number; since: Date; now: Date }): boolean =>
  tries > 12 && now > after(since, retryPeriodMs);
