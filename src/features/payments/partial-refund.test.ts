import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jmd } from '../../kernel/money.ts';
import { type Amount, formatPlainAmount, minorUnitsOf, replaceUnits } from '../ledger/amount.ts';
import { convertToMahoni, parseMahoni } from './mahoni.ts';
import { calculateShare, getWholeShare, getWorth } from './partial-refund.ts';

const price = jmd(600_000n);
const terms = { priceUsd: '0.000068', rate: '175' };
const inMahoni = (amount = price, its = terms) => ({
  amount,
  coins: { ...its, amount: convertToMahoni(amount, its), address: 'ours' },
});

test('a share of money is the requested amount, and the rest is the whole', () => {
  const byBank = { amount: price, coins: null };
  expect(calculateShare(byBank, price, jmd(200_000n))).toEqual({ amount: jmd(200_000n), kept: jmd(400_000n) });
  expect(calculateShare(byBank, jmd(400_000n), jmd(400_000n))).toEqual(getWholeShare(jmd(400_000n)));
  expect(calculateShare(byBank, jmd(400_000n), jmd(400_001n))).toBeNull();
  expect(calculateShare(byBank, price, jmd(0n))).toBeNull();
});

test('a share of crypto is proportional and rounded down', () => {
  const due = inMahoni();
  const received: Amount = due.coins.amount;
  expect(formatPlainAmount(received)).toBe('504201.680673');
  const share = calculateShare(due, received, jmd(100_000n));
  // Exactly one sixth would be 84,033.6134455.
  expect(share && [formatPlainAmount(share.amount), formatPlainAmount(share.kept)]).toEqual([
    '84033.613445',
    '420168.067228',
  ]);
  expect(share && getWorth(due, share.kept)).toEqual(jmd(500_000n));
});

test('a share below one unit of the token is refused', () => {
  const due = { ...inMahoni(jmd(1_000_000n)), coins: { ...terms, amount: parseMahoni('0.000100'), address: 'ours' } };
  expect(calculateShare(due, due.coins.amount, jmd(1n))).toBeNull();
});

test('shares in any order never exceed the received amount, and the last one refunds every unit', () => {
  const cents = fc.bigInt({ min: 100n, max: 5_000_000n });
  const prices = fc.record({
    amount: cents.map(jmd),
    priceUsd: fc.bigInt({ min: 1n, max: 10n ** 9n }).map((units) => `0.${String(units).padStart(12, '0')}`),
  });
  const requests = fc.array(fc.bigInt({ min: 1n, max: 2_000_000n }), { maxLength: 30 });
  fc.assert(
    fc.property(prices, requests, fc.boolean(), ({ amount, priceUsd }, asked, byBank) => {
      const due = byBank ? { amount, coins: null } : inMahoni(amount, { priceUsd, rate: '175' });
      const received: Amount = due.coins?.amount ?? amount;
      let [left, requested] = [received, 0n];
      for (const minor of asked) {
        const share = calculateShare(due, left, jmd(minor));
        if (share === null) {
          expect(minor > getWorth(due, left).minor || minorUnitsOf(received) < amount.minor).toBe(true);
          continue;
        }
        requested += minor;
        expect(minorUnitsOf(share.amount) + minorUnitsOf(share.kept)).toBe(minorUnitsOf(left));
        expect(minorUnitsOf(share.kept) >= 0n).toBe(true);
        left = share.kept;
        // The refund never exceeds its J$ value, and rounding loses less than one base unit.
        const exact = minorUnitsOf(received) * requested;
        const refunded = (minorUnitsOf(received) - minorUnitsOf(left)) * amount.minor;
        if (minorUnitsOf(left) > 0n)
          expect(refunded <= exact && exact - refunded < BigInt(asked.length) * amount.minor).toBe(true);
        if (minorUnitsOf(left) > 0n && minorUnitsOf(received) > 30n * amount.minor)
          expect(getWorth(due, left)).toEqual(jmd(amount.minor - requested));
        if (minorUnitsOf(left) === 0n) return;
      }
      expect(calculateShare(due, left, getWorth(due, left))).toEqual({ amount: left, kept: replaceUnits(left, 0n) });
    }),
    { numRuns: 500 },
  );
});
