import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOpen, placesLeft, placeTitle, stateOf } from './session.ts';

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
