import { atHour, jamaicaDay, jamaicaHour, shiftDay } from '../../kernel/calendar.ts';
import { after, days, seconds } from '../../kernel/clock.ts';

/** Quiet from nine in the evening to eight in the morning, by Jamaica's clocks; then the mails of the day go out. */
const quiet = { from: 21, until: 8 } as const;

/** When what need not be told at once goes out: now, or at the end of the quiet hours. */
export function afterQuiet(now: Date): Date {
  const hour = jamaicaHour(now);
  const today = jamaicaDay(now);
  if (hour < quiet.until) return atHour(today, quiet.until);
  return hour >= quiet.from ? atHour(shiftDay(today, 1), quiet.until) : now;
}

const longestPause = seconds(3600);
/** A mail server may be down for a night, and for another. */
const patience = days(2);

/** How long after a failed try the next one comes: 2, 4, 8 seconds and on, up to an hour. */
export const pauseAfter = (tries: number): number => Math.min(longestPause, seconds(2 ** Math.min(tries, 12)));

/** Whether nobody tries any more to send what has been going since a moment. */
export const isHopeless = ({ tries, since, now }: { tries: number; since: Date; now: Date }): boolean =>
  tries > 12 && now > after(since, patience);
