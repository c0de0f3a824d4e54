import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, jamaicaDay } from '../../src/kernel/calendar.ts';
import { momentsAfter } from './moments.ts';

const anyDay = fc.date({
  min: new Date('2026-11-22T00:00:00Z'),
  max: new Date('2090-12-31T23:59:59Z'),
  noInvalidDate: true,
});
const utcDay = (at: string) => new Date(at).toISOString().slice(0, 10);
const ofJamaica = (at: string) => jamaicaDay(new Date(at));

test('for any current day, each moment is in the future and matches its name', () => {
  fc.assert(
    fc.property(anyDay, (now) => {
      const moments = momentsAfter(now);
      for (const { at, tests } of Object.values(moments)) {
        expect(Date.parse(at)).toBeGreaterThan(now.getTime());
        if (tests) expect(Date.parse(tests) - Date.parse(at)).toBe(31_000);
      }
      const at = (name: string) => moments[name]?.at ?? '';
      expect(ofJamaica(at('night'))).toBe(addDays(utcDay(at('night')), -1));
      for (const [day, zone] of [
        [utcDay, 'utc'],
        [ofJamaica, 'jamaica'],
      ] as const) {
        expect(addDays(day(at(`month-${zone}`)), 1)).toMatch(/-01$/);
        expect(day(at(`year-${zone}`))).toMatch(/-12-31$/);
        expect(day(moments[`into-year-${zone}`]?.tests ?? '')).toMatch(/-01-01$/);
      }
      expect(ofJamaica(at('leap-day'))).toMatch(/-02-29$/);
      expect(new Date(at('easter')).getUTCDay()).toBe(5);
    }),
  );
});
