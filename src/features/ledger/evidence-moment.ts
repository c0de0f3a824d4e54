import { atHour, type Day } from '../../kernel/calendar.ts';
import { after, minutes } from '../../kernel/clock.ts';

export type EvidenceMoment =
  | { readonly ok: true; readonly movedAt: Date; readonly dayOnly: boolean }
  | { readonly ok: false; readonly fault: 'moment_unreadable' | 'moment_ahead' };

const isDay = (text: string): boolean => {
  const midnight = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(`${text}T`) && text >= '2020-01-01';
};

/** Parses day and time (`HH:MM`, Jamaica) of a transfer (E1). Without a time: the end of the day, or now if earlier. */
export function parseEvidenceMoment(day: Day, time: string, now: Date): EvidenceMoment {
  if (!isDay(day)) return { ok: false, fault: 'moment_unreadable' };
  if (time === '') {
    if (atHour(day, 0) > now) return { ok: false, fault: 'moment_ahead' };
    const end = after(atHour(day, 24), -1);
    return { ok: true, movedAt: end < now ? end : now, dayOnly: true };
  }
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  if (hour === undefined || minute === undefined) return { ok: false, fault: 'moment_unreadable' };
  const movedAt = after(atHour(day, Number(hour)), minutes(Number(minute)));
  return movedAt > now ? { ok: false, fault: 'moment_ahead' } : { ok: true, movedAt, dayOnly: false };
}
