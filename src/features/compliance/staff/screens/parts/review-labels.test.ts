import { expect, test } from 'vitest';
import { addMonths, proposeReviewDay } from './review-labels.ts';

test('adding months keeps the day within the month', () => {
  expect(addMonths('2026-11-21', 3)).toBe('2027-02-21');
  expect(addMonths('2026-08-31', 6)).toBe('2027-02-28');
  expect(addMonths('2026-12-31', 12)).toBe('2027-12-31');
});

test('a more severe level means an earlier review', () => {
  const days = (['critical', 'high', 'medium', 'low'] as const).map((level) => proposeReviewDay(level, '2026-11-21'));
  expect(days).toEqual([...days].sort());
  expect(new Set(days).size).toBe(4);
});
