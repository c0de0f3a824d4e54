import fc from 'fast-check';
import { expect, test } from 'vitest';
import { after, days } from '../../kernel/clock.ts';
import { buildCalendarFile, type CalendarSeat } from './calendar.ts';

const origin = 'https://cryptocommerce.test';
const entry: CalendarSeat = {
  id: '01990000-0000-7000-8000-000000000000',
  title: 'Wallets; keys, and words',
  startAt: new Date('2026-11-28T22:00:00Z'),
  endAt: new Date('2026-11-29T00:00:00Z'),
  place: '12 Hope Road, Kingston',
  link: null,
  code: 'K7M4-9QX',
  status: 'confirmed',
  sessionStatus: 'active',
  changedAt: new Date('2026-11-20T12:00:00Z'),
};
const unfolded = (file: string): string[] => file.replaceAll('\r\n ', '').split('\r\n');

test('a seat is one event in UTC with its code', () => {
  expect(unfolded(buildCalendarFile(entry, origin))).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Cryptocommerce//Workshops//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:01990000-0000-7000-8000-000000000000@cryptocommerce.test',
    'SEQUENCE:27950400',
    'DTSTAMP:20261120T120000Z',
    'DTSTART:20261128T220000Z',
    'DTEND:20261129T000000Z',
    'SUMMARY:Wallets\\; keys\\, and words',
    'LOCATION:12 Hope Road\\, Kingston',
    'DESCRIPTION:Show this code when you arrive: K7M4-9QX',
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('a change raises the sequence of the same event, and a cancelled session cancels it', () => {
  const numberIn = (file: string) => Number(/SEQUENCE:(\d+)/.exec(file)?.[1]);
  const uidIn = (file: string) => /UID:(.+)\r/.exec(file)?.[1];
  const before = buildCalendarFile(entry, origin);
  const later = buildCalendarFile(
    { ...entry, changedAt: after(entry.changedAt, days(1)), link: 'https://meet.example/a' },
    origin,
  );
  expect(numberIn(later)).toBeGreaterThan(numberIn(before));
  expect(uidIn(later)).toBe(uidIn(before));
  expect(unfolded(later)).toContain('LOCATION:https://meet.example/a');
  expect(buildCalendarFile({ ...entry, sessionStatus: 'cancelled' }, origin)).toContain('STATUS:CANCELLED');
  expect(buildCalendarFile({ ...entry, status: 'cancelled' }, origin)).toContain('STATUS:CANCELLED');
});

test('any title is folded at 75 bytes without adding lines or losing text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (title) => {
      const file = buildCalendarFile({ ...entry, title }, origin);
      const lines = file.split('\r\n');
      expect(lines.every((line) => Buffer.byteLength(line) <= 75 && !/[\r\n]/.test(line))).toBe(true);
      expect(lines.filter((line) => line.startsWith('BEGIN:'))).toHaveLength(2);
      const summary = unfolded(file).find((line) => line.startsWith('SUMMARY:')) ?? '';
      const read = summary.slice('SUMMARY:'.length).replace(/\\(.)/g, (_, sign) => (sign === 'n' ? '\n' : sign));
      expect(read).toBe(title.replace(/\r\n|\r/g, '\n').replace(/(?!\n)\p{Cc}/gu, ''));
    }),
  );
});
