import { expect, test } from 'vitest';
import { jamaicanHolidays } from '../lifecycle/holidays.ts';
import { getNextDay } from './schedule.ts';

const holidays = jamaicanHolidays(2026, 2027);

test.each([
  ['week', 3, '2026-11-30', '2026-12-02'],
  ['week', 3, '2026-12-02', '2026-12-09'],
  ['month', 1, '2026-12-01', '2027-01-04'],
  ['month', 26, '2026-12-01', '2026-12-28'],
  ['month', 28, '2027-02-28', '2027-03-30'],
] as const)('a plan of every %s on %i after %s comes on %s', (every, day, from, next) =>
  expect(getNextDay({ every, day }, from, holidays)).toBe(next),
);
