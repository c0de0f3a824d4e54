import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { after, days, hours } from '../../kernel/clock.ts';
import { buildCalendarFile, type CalendarSeat } from './calendar.ts';
import {
  canMove,
  formatSeatTitle,
  getClaimedUntil,
  getSeatsLeft,
  getSessionState,
  getUnpaidUntil,
  isOpen,
} from './session.ts';

const [before, start, during, end] = [9, 10, 11, 12].map((hour) => new Date(Date.UTC(2026, 10, 24, hour)));
const times = { startAt: start as Date, endAt: end as Date };

test('a session is open until it begins and over when it ends', () => {
  const active = { ...times, status: 'active' } as const;
  expect([before, start, during].map((now) => isOpen(active, now as Date))).toEqual([true, false, false]);
  expect([before, during, end].map((now) => getSessionState(active, now as Date))).toEqual([
    'active',
    'active',
    'over',
  ]);
  for (const status of ['draft', 'cancelled'] as const) {
    expect(isOpen({ ...times, status }, before as Date)).toBe(false);
    expect(getSessionState({ ...times, status }, end as Date)).toBe(status);
  }
});

test('a free seat belongs to the waiting list', () => {
  const count = fc.integer({ min: 0, max: 50 });
  fc.assert(
    fc.property(count, count, count, (taken, free, waiting) => {
      expect(getSeatsLeft({ seats: taken + free, taken, waiting })).toBe(waiting > 0 ? 0 : free);
    }),
  );
});

test('a receipt names workshop and mode', () => {
  expect(formatSeatTitle('First wallet', 'in_person')).toBe('Workshop: First wallet, in person');
});

test('an unpaid seat is released three hours before the start, a later one at the start', () => {
  const startAt = new Date('2026-11-24T22:00:00Z');
  expect(getUnpaidUntil(startAt, after(startAt, -days(9)))).toEqual(after(startAt, -hours(3)));
  expect(getUnpaidUntil(startAt, after(startAt, -hours(2)))).toEqual(startAt);
  // Registering a minute later never extends the deadline: an hour to pay, or the start.
  expect(getUnpaidUntil(startAt, after(startAt, -hours(4)))).toEqual(after(startAt, -hours(3)));
  expect(getUnpaidUntil(startAt, after(startAt, -hours(3.9)))).toEqual(startAt);
  expect(getUnpaidUntil(startAt, after(startAt, -hours(3.01)))).toEqual(startAt);
});

test('a claim adds 48 hours of review, and a second claim adds nothing', () => {
  const begunAt = new Date('2026-11-10T12:00:00Z');
  const place = { begunAt, lapsesAt: after(begunAt, hours(72)), startAt: after(begunAt, days(30)) };
  const keptAt = (hour: number, startAt = place.startAt) =>
    (getClaimedUntil({ ...place, startAt }, after(begunAt, hours(hour))).getTime() - begunAt.getTime()) / hours(1);
  expect([1, 24, 71, 119].map((hour) => keptAt(hour))).toEqual([72, 72, 119, 120]);
  expect(keptAt(71, after(begunAt, hours(80)))).toBe(77);
});

test('a claim never holds a seat into the session or beyond five days', () => {
  const hour = fc.integer({ min: 0, max: 2_000 });
  fc.assert(
    fc.property(hour, hour, fc.constantFrom(1, 72), (starts, claimed, toPay) => {
      const begunAt = new Date('2026-11-10T12:00:00Z');
      const wait = { begunAt, lapsesAt: after(begunAt, hours(toPay)), startAt: after(begunAt, hours(starts)) };
      const kept = getClaimedUntil(wait, after(begunAt, hours(claimed)));
      expect(kept <= wait.startAt && kept <= after(begunAt, days(5))).toBe(true);
    }),
  );
});

test('a paid, unused seat moves once before an active session begins', () => {
  const now = new Date('2026-11-10T12:00:00Z');
  const place = { status: 'confirmed', sessionStatus: 'active', startAt: after(now, hours(1)) } as const;
  const paid = { ...place, movedAt: null, checkedInAt: null };
  expect(canMove(paid, now)).toBe(true);
  for (const is of [
    { status: 'pending' },
    { sessionStatus: 'cancelled' },
    { startAt: now },
    { movedAt: now },
    { checkedInAt: now },
  ] as const)
    expect([is, canMove({ ...paid, ...is }, now)]).toEqual([is, false]);
});

describe('calendar', () => {
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
});
