import { expect, test } from 'vitest';
import { dayAfterMonths, proposedReview } from './review-words.ts';

test('a day some months on stays within its month', () => {
  expect(dayAfterMonths('2026-11-21', 3)).toBe('2027-02-21');
  expect(dayAfterMonths('2026-08-31', 6)).toBe('2027-02-28');
  expect(dayAfterMonths('2026-12-31', 12)).toBe('2027-12-31');
});

test('the graver the level, the sooner the next review', () => {
  const days = (['critical', 'high', 'medium', 'low'] as const).map((level) => proposedReview(level, '2026-11-21'));
  expect(days).toEqual([...days].sort());
  expect(new Set(days).size).toBe(4);
});
