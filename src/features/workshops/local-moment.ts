import { atHour, jamaicaDay, jamaicaHour } from '../../kernel/calendar.ts';
import { after, minutes } from '../../kernel/clock.ts';

/** Jamaican time of a form field, such as `2026-11-24T17:30`. */
export const localTimePattern = /^(20\d\d-\d\d-\d\d)T([01]\d|2[0-3]):([0-5]\d)$/;

export function parseLocalTime(text: string): Date | null {
  const [, day = '', hour, minute] = localTimePattern.exec(text) ?? [];
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) return null;
  return after(atHour(day, Number(hour)), minutes(Number(minute)));
}

/** Formats a Jamaican time. The offset to UTC is in whole hours, so the minutes are equal. */
export const formatLocalTime = (moment: Date): string =>
  `${jamaicaDay(moment)}T${String(jamaicaHour(moment)).padStart(2, '0')}:${moment.toISOString().slice(14, 16)}`;
