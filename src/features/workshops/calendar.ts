import type { PlaceStatus, SessionStatus } from './session.ts';

export type CalendarSeat = {
  readonly id: string;
  readonly title: string;
  readonly startAt: Date;
  readonly endAt: Date;
  readonly place: string;
  readonly link: string | null;
  readonly code: string;
  readonly status: PlaceStatus;
  readonly sessionStatus: SessionStatus;
  readonly changedAt: Date;
};

/** Formats a UTC timestamp by RFC 5545. Needs no time zone, because Jamaica has no daylight saving. */
const formatTimestamp = (moment: Date): string => `${moment.toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`;

const escapeText = (text: string): string =>
  text
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/\p{Cc}/gu, '');

const maxLineBytes = 75;

/** Folds a line after 75 bytes without splitting a character. */
function foldLine(line: string): string {
  const lines = [''];
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > maxLineBytes) {
      lines.push(' ');
      bytes = 1;
    }
    lines[lines.length - 1] += character;
    bytes += size;
  }
  return lines.join('\r\n');
}

/** Returns a sequence number that grows with each change: seconds since 1 January 2026. */
const getSequence = (changedAt: Date): number =>
  Math.max(0, Math.floor((changedAt.getTime() - Date.UTC(2026, 0, 1)) / 1000));

/** Builds a calendar file by RFC 5545. A later file replaces an earlier one with the same UID. */
export function buildCalendarFile(entry: CalendarSeat, origin: string): string {
  const { id, title, startAt, endAt, place, link, code, changedAt } = entry;
  const isOff = entry.status !== 'confirmed' || entry.sessionStatus === 'cancelled';
  const about = [`Show this code when you arrive: ${code}`, ...(link ? [`Join online: ${link}`] : [])].join('\n');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Cryptocommerce//Workshops//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${id}@${new URL(origin).hostname}`,
    `SEQUENCE:${getSequence(changedAt)}`,
    `DTSTAMP:${formatTimestamp(changedAt)}`,
    `DTSTART:${formatTimestamp(startAt)}`,
    `DTEND:${formatTimestamp(endAt)}`,
    `SUMMARY:${escapeText(title)}`,
    `LOCATION:${escapeText(link ?? place)}`,
    `DESCRIPTION:${escapeText(about)}`,
    `STATUS:${isOff ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}
