import fc from 'fast-check';
import { expect, test } from 'vitest';
import { after, days, hours } from '../../kernel/clock.ts';
import { claimedUntil, isOpen, mayMove, placesLeft, placeTitle, stateOf, unpaidUntil } from './session.ts';

const [before, start, during, end] = [9, 10, 11, 12].map((hour) => new Date(Date.UTC(2026, 10, 24, hour)));
const times = { startAt: start as Date, endAt: end as Date };

test('a session takes people until it begins, and is over when it ends', () => {
  const active = { ...times, status: 'active' } as const;
  expect([before, start, during].map((now) => isOpen(active, now as Date))).toEqual([true, false, false]);
  expect([before, during, end].map((now) => stateOf(active, now as Date))).toEqual(['active', 'active', 'over']);
  for (const status of ['draft', 'cancelled'] as const) {
    expect(isOpen({ ...times, status }, before as Date)).toBe(false);
    expect(stateOf({ ...times, status }, end as Date)).toBe(status);
  }
});

test('a place that is free while somebody waits is nobody else’s', () => {
  const count = fc.integer({ min: 0, max: 50 });
  fc.assert(
    fc.property(count, count, count, (taken, free, waiting) => {
      expect(placesLeft({ seats: taken + free, taken, waiting })).toBe(waiting > 0 ? 0 : free);
    }),
  );
});

test('a receipt says which workshop, and how', () => {
  expect(placeTitle('First wallet', 'in_person')).toBe('Workshop: First wallet, in person');
});

test('an unpaid place goes back three hours before the start; whoever asks for one later has until the start', () => {
  const startAt = new Date('2026-11-24T22:00:00Z');
  expect(unpaidUntil(startAt, after(startAt, -days(9)))).toEqual(after(startAt, -hours(3)));
  expect(unpaidUntil(startAt, after(startAt, -hours(2)))).toEqual(startAt);
  // Nobody has less time for having come a minute earlier: an hour to pay, or until the start.
  expect(unpaidUntil(startAt, after(startAt, -hours(4)))).toEqual(after(startAt, -hours(3)));
  expect(unpaidUntil(startAt, after(startAt, -hours(3.9)))).toEqual(startAt);
  expect(unpaidUntil(startAt, after(startAt, -hours(3.01)))).toEqual(startAt);
});

test('a claim keeps a place for 48 hours to look, and no second claim for more', () => {
  const begunAt = new Date('2026-11-10T12:00:00Z');
  const place = { begunAt, lapsesAt: after(begunAt, hours(72)), startAt: after(begunAt, days(30)) };
  const keptAt = (hour: number, startAt = place.startAt) =>
    (claimedUntil({ ...place, startAt }, after(begunAt, hours(hour))).getTime() - begunAt.getTime()) / hours(1);
  expect([1, 24, 71, 119].map((hour) => keptAt(hour))).toEqual([72, 72, 119, 120]);
  expect(keptAt(71, after(begunAt, hours(80)))).toBe(77);
});

test('no claim keeps a place into its session, nor longer than five days', () => {
  const hour = fc.integer({ min: 0, max: 2_000 });
  fc.assert(
    fc.property(hour, hour, fc.constantFrom(1, 72), (starts, claimed, toPay) => {
      const begunAt = new Date('2026-11-10T12:00:00Z');
      const wait = { begunAt, lapsesAt: after(begunAt, hours(toPay)), startAt: after(begunAt, hours(starts)) };
      const kept = claimedUntil(wait, after(begunAt, hours(claimed)));
      expect(kept <= wait.startAt && kept <= after(begunAt, days(5))).toBe(true);
    }),
  );
});

test('a place moves once: paid, unused, and before a session that stands begins', () => {
  const now = new Date('2026-11-10T12:00:00Z');
  const place = { status: 'confirmed', sessionStatus: 'active', startAt: after(now, hours(1)) } as const;
  const paid = { ...place, movedAt: null, checkedInAt: null };
  expect(mayMove(paid, now)).toBe(true);
  for (const is of [
    { status: 'pending' },
    { sessionStatus: 'cancelled' },
    { startAt: now },
    { movedAt: now },
    { checkedInAt: now },
  ] as const)
    expect([is, mayMove({ ...paid, ...is }, now)]).toEqual([is, false]);
});
