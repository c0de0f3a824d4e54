import fc from 'fast-check';
import { expect, test } from 'vitest';
import { after, hours, minutes } from '../../../kernel/clock.ts';
import { demoSettings } from '../../settings/demo-settings.ts';
import { payMethods } from '../order/order.ts';
import { decideRepricing, priceHoldsUntil } from './reprice.ts';

const windows = demoSettings.price_windows;
const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
const amount = fc.bigInt({ min: 1n, max: 10n ** 12n });

test('the agreed price applies only within its window, and a worse one needs consent', () => {
  fc.assert(
    fc.property(moment, moment, amount, fc.option(amount), (movedAt, holdsUntil, agreed, current) => {
      const outcome = decideRepricing({ movedAt, holdsUntil }, agreed, current);
      expect(outcome === 'agreed').toBe(movedAt <= holdsUntil);
      if (outcome === 'applied') expect(current !== null && current >= agreed).toBe(true);
    }),
    { numRuns: 5_000 },
  );
});

test('a window is at least its setting, and for a transfer ends with a Jamaican day', () => {
  fc.assert(
    fc.property(moment, fc.constantFrom(...payMethods), (placedAt, method) => {
      const until = priceHoldsUntil(placedAt, method, windows);
      const least = method === 'bank_transfer' ? hours(24) : minutes(60);
      const more = until.getTime() - placedAt.getTime() - least;
      expect(more >= 0 && more < (method === 'bank_transfer' ? hours(24) : 1)).toBe(true);
    }),
  );
  const placed = new Date('2026-11-20T15:00:00Z');
  expect(priceHoldsUntil(placed, 'bank_transfer', windows)).toEqual(new Date('2026-11-22T04:59:59.999Z'));
  expect(priceHoldsUntil(placed, 'crypto', windows)).toEqual(after(placed, hours(1)));
});
