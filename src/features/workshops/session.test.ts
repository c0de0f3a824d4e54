import fc from 'fast-check';
import { expect, test } from 'vitest';
import { after, days, hours } from '../../kernel/clock.ts';
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
