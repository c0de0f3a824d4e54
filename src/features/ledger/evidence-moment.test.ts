import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jamaicaDay } from '../../kernel/calendar.ts';
import { parseEvidenceMoment } from './evidence-moment.ts';

const now = new Date('2026-11-22T01:30:00Z');

test('bank times are in Jamaica time', () => {
  expect(parseEvidenceMoment('2026-11-21', '18:05', now)).toEqual({
    ok: true,
    movedAt: new Date('2026-11-21T23:05:00Z'),
    dayOnly: false,
  });
});

test('a day without a time counts as its end, and today as now', () => {
  const yesterday = { ok: true, movedAt: new Date('2026-11-21T04:59:59.999Z'), dayOnly: true };
  expect(parseEvidenceMoment('2026-11-20', '', now)).toEqual(yesterday);
  expect(parseEvidenceMoment('2026-11-21', '', now)).toEqual({ ok: true, movedAt: now, dayOnly: true });
});

test('future moments and invalid days and times are refused', () => {
  expect(parseEvidenceMoment('2026-11-22', '', now)).toEqual({ ok: false, fault: 'moment_ahead' });
  expect(parseEvidenceMoment('2026-11-21', '20:31', now)).toEqual({ ok: false, fault: 'moment_ahead' });
  for (const [day, time] of [
    ['2026-02-30', ''],
    ['9999-99-99', ''],
    ['2019-12-31', ''],
    ['2026-11-20', '24:00'],
  ] as const)
    expect(parseEvidenceMoment(day, time, now)).toEqual({ ok: false, fault: 'moment_unreadable' });
});

test('parsing never throws, and results are on that day and not in the future', () => {
  const time = fc.oneof(fc.constant(''), fc.constantFrom('00:00', '23:59', '12:30'), fc.string());
  const day = fc.oneof(
    fc.date({ min: new Date('2020-01-02'), max: now, noInvalidDate: true }).map(jamaicaDay),
    fc.string(),
  );
  fc.assert(
    fc.property(day, time, (dayText, at) => {
      const read = parseEvidenceMoment(dayText, at, now);
      if (!read.ok) return;
      expect(jamaicaDay(read.movedAt)).toBe(dayText);
      expect(read.movedAt.getTime()).toBeLessThanOrEqual(now.getTime());
    }),
  );
});
