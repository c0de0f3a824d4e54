import type { PlaceStatus, SessionStatus } from './session.ts';

/** What a calendar keeps of a place. */
export type CalendarPlace = {
  readonly id: string;
  readonly title: string;
  readonly startAt: Date;
  readonly endAt: Date;
  readonly place: string;
  readonly link: string | null;
  readonly code: string;
  readonly status: PlaceStatus;
  readonly sessionStatus: SessionStatus;
  /** When its time, place or session changed last. */
  readonly changedAt: Date;
};

/** A moment as RFC 5545 has it, in UTC: Jamaica has no daylight saving, so no zone has to be described. */
const stamp = (moment: Date): string => `${moment.toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`;

const escaped = (text: string): string =>
  text
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/\p{Cc}/gu, '');

const widest = 75;

/** A line of at most 75 bytes; what is longer goes on in the next, behind a blank, and no letter is cut in two. */
function folded(line: string): string {
  const lines = [''];
  let bytes = 0;
  for (const letter of line) {
    const size = Buffer.byteLength(letter);
    if (bytes + size > widest) {
      lines.push(' ');
      bytes = 1;
    }
    lines[lines.length - 1] += letter;
    bytes += size;
  }
  return lines.join('\r\n');
}

/** Grows with every change, as calendars ask: seconds since the first day of 2026. */
const sequence = (changedAt: Date): number =>
  Math.max(0, Math.floor((changedAt.getTime() - Date.UTC(2026, 0, 1)) / 1000));

/** A place as a calendar file (RFC 5545). Fetched again after a change it replaces what stood there. */
export function calendarFile(entry: CalendarPlace, origin: string): string {
  const { id, title, startAt, endAt, place, link, code, changedAt } = entry;
  const isOff = entry.status !== 'confirmed' || entry.sessionStatus === 'cancelled';
  const about = [`Show this code at the door: ${code}`, ...(link ? [`Take part online: ${link}`] : [])].join('\n');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Cryptocommerce//Workshops//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${id}@${new URL(origin).hostname}`,
    `SEQUENCE:${sequence(changedAt)}`,
    `DTSTAMP:${stamp(changedAt)}`,
    `DTSTART:${stamp(startAt)}`,
    `DTEND:${stamp(endAt)}`,
    `SUMMARY:${escaped(title)}`,
    `LOCATION:${escaped(link ?? place)}`,
    `DESCRIPTION:${escaped(about)}`,
    `STATUS:${isOff ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}
