import fc from 'fast-check';
import { expect, test } from 'vitest';
import { after, minutes } from '../../kernel/clock.ts';
import { compareDecimals, decimal, formatDecimal } from '../../kernel/decimal.ts';
import { type Check, crossCheck, isOffPeg, median, type Source } from './cross-check.ts';

const now = new Date('2026-11-20T15:00:00Z');

type Reading = { symbol?: string; observedAt?: Date };
const source = (name: string, priceUsd: string, { symbol = 'BTC', observedAt = now }: Reading = {}): Source => ({
  name,
  readings: [{ symbol, priceUsd, change24h: null, volume24hUsd: null, observedAt }],
});

function checkOne(sources: readonly Source[], symbol = 'BTC'): Check {
  const [check] = crossCheck([symbol], sources, now);
  if (!check) throw new Error('no check');
  return check;
}

test('the first provider wins when all agree', () => {
  const check = checkOne([source('A', '100.5'), source('B', '100'), source('C', '101')]);
  expect(check).toMatchObject({
    verdict: 'agreed',
    chosen: { source: 'A' },
    median: expect.stringMatching(/^100\.50*$/),
  });
});

test('a lying first provider is skipped', () => {
  const check = checkOne([source('A', '300'), source('B', '100'), source('C', '100.1')]);
  expect(check).toMatchObject({ verdict: 'agreed', chosen: { source: 'B' } });
  expect(check.readings.map((reading) => reading.standing)).toEqual(['outlier', 'near', 'near']);
});

test('exactly 2 % from the median is near, slightly more is not', () => {
  expect(checkOne([source('A', '102'), source('B', '100'), source('C', '99')]).chosen?.source).toBe('A');
  expect(checkOne([source('A', '102.0001'), source('B', '100'), source('C', '99')]).chosen?.source).toBe('B');
});

test('a single reading is chosen and marked as single', () => {
  expect(checkOne([source('A', '100')])).toMatchObject({ verdict: 'single', chosen: { source: 'A' } });
});

test('two contradicting readings change nothing', () => {
  expect(checkOne([source('A', '100'), source('B', '150')])).toMatchObject({ verdict: 'disagreement', chosen: null });
});

test('without a reading the old price stays', () => {
  expect(checkOne([])).toMatchObject({ verdict: 'none', chosen: null, median: null });
});

test('a reading from 20 minutes ago counts, an older or future one does not', () => {
  const at = (ms: number) => checkOne([source('A', '100', { observedAt: after(now, ms) })]).verdict;
  expect(at(-minutes(20))).toBe('single');
  expect(at(-minutes(20) - 1)).toBe('none');
  expect(at(minutes(2))).toBe('single');
  expect(at(minutes(2) + 1)).toBe('none');
});

test('a stablecoin 1 % from its dollar is on its peg, slightly more is off', () => {
  expect(isOffPeg('USDT', '1.01')).toBe(false);
  expect(isOffPeg('USDC', '0.99')).toBe(false);
  expect(isOffPeg('USDT', '1.0101')).toBe(true);
  expect(isOffPeg('USDC', '0.98999')).toBe(true);
  expect(isOffPeg('BTC', '118412')).toBe(false);
});

test('one provider alone cannot report a stablecoin off its peg', () => {
  expect(checkOne([source('A', '0.9', { symbol: 'USDT' })], 'USDT')).toMatchObject({
    verdict: 'off_peg',
    chosen: null,
  });
});

test('a stablecoin that two providers see off its peg is stored and flagged', () => {
  const check = checkOne([source('A', '0.9', { symbol: 'USDT' }), source('B', '0.901', { symbol: 'USDT' })], 'USDT');
  expect(check).toMatchObject({ verdict: 'off_peg', chosen: { source: 'A' } });
});

const cents = fc.bigInt({ min: 1n, max: 10n ** 10n });
const price = cents.map((units) => formatDecimal({ units, scale: 2 }));

test('the median does not depend on the order of the providers', () => {
  fc.assert(
    fc.property(fc.array(price, { minLength: 1, maxLength: 6 }), fc.nat(), (prices, turn) => {
      const turned = [...prices.slice(turn % prices.length), ...prices.slice(0, turn % prices.length)];
      expect(median(turned.map(decimal))).toEqual(median(prices.map(decimal)));
    }),
  );
});

test('the verdict does not depend on the order of the chain, only the choice does', () => {
  const spread = fc.array(fc.integer({ min: 9_000, max: 11_000 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(spread, (units) => {
      const chain = units.map((u, i) => source(`P${i}`, formatDecimal({ units: BigInt(u), scale: 2 })));
      const there = checkOne(chain);
      const back = checkOne(chain.toReversed());
      expect(back.verdict).toBe(there.verdict);
      expect(back.median).toBe(there.median);
    }),
  );
});

test('an outlier is never chosen when two of three or more providers agree', () => {
  const agreeing = fc.bigInt({ min: 10_000n, max: 10n ** 9n });
  const lies = fc.array(fc.oneof(fc.integer({ min: 1, max: 94 }), fc.integer({ min: 106, max: 900 })), {
    minLength: 1,
    maxLength: 2,
  });
  fc.assert(
    fc.property(agreeing, lies, fc.integer({ min: 0, max: 3 }), (honest, percents, turn) => {
      const texts = [honest, honest, ...percents.map((p) => (honest * BigInt(p)) / 100n)];
      const chain = texts.map((units, i) => source(i < 2 ? 'honest' : 'liar', formatDecimal({ units, scale: 2 })));
      const turned = [...chain.slice(turn % chain.length), ...chain.slice(0, turn % chain.length)];
      const liars = percents.length === 2 && percents[0] === percents[1];
      const { chosen } = checkOne(turned);
      expect(chosen?.source).not.toBe('liar');
      if (percents.length === 1 || !(liars || sameSide(percents))) expect(chosen?.source).toBe('honest');
    }),
  );
});

const sameSide = (percents: readonly number[]) => percents.every((p) => p < 100) || percents.every((p) => p > 100);

test("the chosen price is always a provider's, within 2 % of the median", () => {
  fc.assert(
    fc.property(fc.array(price, { minLength: 1, maxLength: 5 }), (prices) => {
      const { chosen, median: middle } = checkOne(prices.map((text, i) => source(`P${i}`, text)));
      if (!chosen || middle === null) return;
      const { units, scale } = decimal(middle);
      const at = (percent: bigint) => ({ units: units * percent, scale: scale + 2 });
      expect(prices).toContain(chosen.reading.priceUsd);
      expect(compareDecimals(decimal(chosen.reading.priceUsd), at(98n))).toBeGreaterThanOrEqual(0);
      expect(compareDecimals(decimal(chosen.reading.priceUsd), at(102n))).toBeLessThanOrEqual(0);
    }),
  );
});
