import fc from 'fast-check';
import { expect, test } from 'vitest';
import { after, minutes } from '../../kernel/clock.ts';
import { crossCheck, type Source } from './cross-check.ts';
import { isFresh, isStale } from './freshness.ts';
import { guardJump, type PreviousPrice } from './jump.ts';

const now = new Date('2026-11-20T15:00:00Z');
const guard = { jumpPercent: 10, withinMinutes: 1440, confirmMinutes: 10 };
const createSource = (name: string, priceUsd: string, at = now): Source => ({
  name,
  readings: [{ symbol: 'BTC', priceUsd, change24h: null, volume24hUsd: null, observedAt: at }],
});
const createPrevious = (priceUsd: string, more: Partial<PreviousPrice> = {}): PreviousPrice => ({
  priceUsd,
  observedAt: after(now, -minutes(15)),
  jump: null,
  ...more,
});
const checkJump = (sources: Source[], previous: PreviousPrice | undefined) => {
  const [check] = crossCheck(['BTC'], sources, now);
  if (!check) throw new Error('no check');
  return guardJump(check, previous, { guard, now });
};

test('one source moves the price by at most ten per cent', () => {
  expect(checkJump([createSource('Kraken', '110')], createPrevious('100')).verdict).toBe('single');
  expect(checkJump([createSource('Kraken', '90')], createPrevious('100')).verdict).toBe('single');
  expect(checkJump([createSource('Kraken', '110.01')], createPrevious('100'))).toMatchObject({
    verdict: 'jump',
    chosen: null,
  });
  expect(checkJump([createSource('Kraken', '89.99')], createPrevious('100'))).toMatchObject({
    jump: { source: 'Kraken' },
  });
});

test('two agreeing sources are accepted at any distance', () => {
  expect(
    checkJump([createSource('Kraken', '150'), createSource('Coinbase', '150.5')], createPrevious('100')).verdict,
  ).toBe('agreed');
});

test('without a recent price to compare with, one source is accepted', () => {
  expect(checkJump([createSource('Kraken', '150')], undefined).verdict).toBe('single');
  const yesterday = createPrevious('100', { observedAt: after(now, -minutes(1441)) });
  expect(checkJump([createSource('Kraken', '150')], yesterday).verdict).toBe('single');
});

test('a later reading with the same price confirms the first', () => {
  const jumped = (ago: number, priceUsd = '150') =>
    createPrevious('100', { jump: { priceUsd, source: 'Kraken', observedAt: after(now, -minutes(ago)) } });
  expect(checkJump([createSource('Kraken', '151')], jumped(10)).verdict).toBe('single');
  expect(checkJump([createSource('Kraken', '151')], jumped(9)).verdict).toBe('jump');
  expect(checkJump([createSource('Kraken', '170')], jumped(10)).verdict).toBe('jump');
  // A repeated observation confirms nothing.
  expect(checkJump([createSource('Kraken', '150', after(now, -minutes(10)))], jumped(10)).verdict).toBe('jump');
});

test('a chosen price of one source is near the last one or confirmed', () => {
  const price = fc.integer({ min: 1, max: 1_000_000 });
  fc.assert(
    fc.property(price, price, (before, next) => {
      const check = checkJump([createSource('Kraken', String(next))], createPrevious(String(before)));
      expect(check.chosen !== null).toBe(Math.abs(next - before) * 100 <= before * 10);
    }),
  );
});

test('a price from the future is as stale as an old one', () => {
  for (const ahead of [minutes(3), minutes(600)]) {
    expect(isFresh(after(now, ahead), now)).toBe(false);
    expect(isStale(after(now, ahead), now)).toBe(true);
  }
});
