import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCalendarDay, isOfAge, minimumAge } from './age.ts';

const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((moment) => moment.toISOString().slice(0, 10));

test('the minimum age is 18 (decision C8)', () => expect(minimumAge).toBe(18));

test('isOfAge accepts the eighteenth birthday, not the day before', () => {
  expect(isOfAge('2008-11-20', '2026-11-20')).toBe(true);
  expect(isOfAge('2008-11-21', '2026-11-20')).toBe(false);
});

test('a person born on 29 February comes of age on 1 March', () => {
  expect(isOfAge('2008-02-29', '2026-02-28')).toBe(false);
  expect(isOfAge('2008-02-29', '2026-03-01')).toBe(true);
});

test('isOfAge stays true on later days', () => {
  fc.assert(
    fc.property(day, day, day, (birth, a, b) => {
      const [earlier, later] = [a, b].sort() as [string, string];
      expect(isOfAge(birth, earlier) && !isOfAge(birth, later)).toBe(false);
    }),
  );
});

test('isOfAge is false on the day of birth', () => {
  fc.assert(
    fc.property(day, (birth) => {
      expect(isOfAge(birth, birth)).toBe(false);
    }),
  );
});

test('isCalendarDay accepts every calendar day', () => {
  fc.assert(
    fc.property(day, (date) => {
      expect(isCalendarDay(date)).toBe(true);
    }),
  );
});

test.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '1899-12-31', '20-11-2026', '2026-1-2', ''])(
  'isCalendarDay refuses %j',
  (text) => expect(isCalendarDay(text)).toBe(false),
);
