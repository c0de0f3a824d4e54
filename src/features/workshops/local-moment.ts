import { atHour, jamaicaDay, jamaicaHour } from '../../kernel/calendar.ts';
import { after, minutes } from '../../kernel/clock.ts';

/** How a form writes a moment of the Jamaican clock: `2026-11-24T17:30`. */
export const localMoment = /^(20\d\d-\d\d-\d\d)T([01]\d|2[0-3]):([0-5]\d)$/;

/** The moment of a text of the Jamaican clock; null for a day that no calendar has. */
export function momentOf(text: string): Date | null {
  const [, day = '', hour, minute] = localMoment.exec(text) ?? [];
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) return null;
  return after(atHour(day, Number(hour)), minutes(Number(minute)));
}

/** How a form writes a moment. Jamaica is whole hours behind UTC, so the minutes are the same. */
export const localTextOf = (moment: Date): string =>
  `${jamaicaDay(moment)}T${String(jamaicaHour(moment)).padStart(2, '0')}:${moment.toISOString().slice(14, 16)}`;
