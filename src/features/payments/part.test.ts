import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jmd } from '../../kernel/money.ts';
import { type Amount, alike, amountPlain, unitsOf } from '../movements/amount.ts';
import { mahoniFor, readMahoni } from './mahoni.ts';
import { shareOf, wholeOf, worthOf } from './part.ts';

const price = jmd(600_000n);
const terms = { priceUsd: '0.000068', rate: '175' };
const inMahoni = (amount = price, its = terms) => ({
  amount,
  coins: { ...its, amount: mahoniFor(amount, its), address: 'ours' },
});

test('of money a part is what is asked for, and what is left is the whole', () => {
  const byBank = { amount: price, coins: null };
  expect(shareOf(byBank, price, jmd(200_000n))).toEqual({ amount: jmd(200_000n), kept: jmd(400_000n) });
  expect(shareOf(byBank, jmd(400_000n), jmd(400_000n))).toEqual(wholeOf(jmd(400_000n)));
  expect(shareOf(byBank, jmd(400_000n), jmd(400_001n))).toBeNull();
  expect(shareOf(byBank, price, jmd(0n))).toBeNull();
});

test('of coins it is the same share of those that came, rounded down', () => {
  const due = inMahoni();
  const came: Amount = due.coins.amount;
  expect(amountPlain(came)).toBe('504201.680673');
  const share = shareOf(due, came, jmd(100_000n));
  // A sixth is 84,033.6134455.
  expect(share && [amountPlain(share.amount), amountPlain(share.kept)]).toEqual(['84033.613445', '420168.067228']);
  expect(share && worthOf(due, share.kept)).toEqual(jmd(500_000n));
});

test('a cent that is not one unit of the coin is no part', () => {
  const due = { ...inMahoni(jmd(1_000_000n)), coins: { ...terms, amount: readMahoni('0.000100'), address: 'ours' } };
  expect(shareOf(due, due.coins.amount, jmd(1n))).toBeNull();
});

test('parts in whatever order never come to more than came, and what is left goes back to the last unit', () => {
  const cents = fc.bigInt({ min: 100n, max: 5_000_000n });
  const prices = fc.record({
    amount: cents.map(jmd),
    priceUsd: fc.bigInt({ min: 1n, max: 10n ** 9n }).map((units) => `0.${String(units).padStart(12, '0')}`),
  });
  const wishes = fc.array(fc.bigInt({ min: 1n, max: 2_000_000n }), { maxLength: 30 });
  fc.assert(
    fc.property(prices, wishes, fc.boolean(), ({ amount, priceUsd }, asked, byBank) => {
      const due = byBank ? { amount, coins: null } : inMahoni(amount, { priceUsd, rate: '175' });
      const came: Amount = due.coins?.amount ?? amount;
      let [left, wished] = [came, 0n];
      for (const minor of asked) {
        const share = shareOf(due, left, jmd(minor));
        if (share === null) {
          expect(minor > worthOf(due, left).minor || unitsOf(came) < amount.minor).toBe(true);
          continue;
        }
        wished += minor;
        expect(unitsOf(share.amount) + unitsOf(share.kept)).toBe(unitsOf(left));
        expect(unitsOf(share.kept) >= 0n).toBe(true);
        left = share.kept;
        // Never more coins than the J$ they are for, and never a unit less for each part.
        const exact = unitsOf(came) * wished;
        const gone = (unitsOf(came) - unitsOf(left)) * amount.minor;
        if (unitsOf(left) > 0n) expect(gone <= exact && exact - gone < BigInt(asked.length) * amount.minor).toBe(true);
        if (unitsOf(left) > 0n && unitsOf(came) > 30n * amount.minor)
          expect(worthOf(due, left)).toEqual(jmd(amount.minor - wished));
        if (unitsOf(left) === 0n) return;
      }
      expect(shareOf(due, left, worthOf(due, left))).toEqual({ amount: left, kept: alike(left, 0n) });
    }),
    { numRuns: 500 },
  );
});
