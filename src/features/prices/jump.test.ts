import fc from 'fast-check';
import { expect, test } from 'vitest';
import { after, minutes } from '../../kernel/clock.ts';
import { crossCheck, type Source } from './cross-check.ts';
import { isFresh, isStale } from './freshness.ts';
import { guardJump, type StandingPrice } from './jump.ts';

const now = new Date('2026-11-20T15:00:00Z');
const guard = { jumpPercent: 10, withinMinutes: 1440, confirmMinutes: 10 };
const told = (name: string, priceUsd: string, at = now): Source => ({
  name,
  readings: [{ symbol: 'BTC', priceUsd, change24h: null, volume24hUsd: null, observedAt: at }],
});
const stood = (priceUsd: string, more: Partial<StandingPrice> = {}): StandingPrice => ({
  priceUsd,
  observedAt: after(now, -minutes(15)),
  jump: null,
  ...more,
});
const verdict = (sources: Source[], standing: StandingPrice | undefined) => {
  const [check] = crossCheck(['BTC'], sources, now);
  if (!check) throw new Error('no check');
  return guardJump(check, standing, { guard, now });
};

test('one source alone moves the price by ten per cent and not by more', () => {
  expect(verdict([told('Kraken', '110')], stood('100')).verdict).toBe('single');
  expect(verdict([told('Kraken', '90')], stood('100')).verdict).toBe('single');
  expect(verdict([told('Kraken', '110.01')], stood('100'))).toMatchObject({ verdict: 'jump', chosen: null });
  expect(verdict([told('Kraken', '89.99')], stood('100'))).toMatchObject({ jump: { source: 'Kraken' } });
});

test('two sources that agree are believed, however far they moved', () => {
  expect(verdict([told('Kraken', '150'), told('Coinbase', '150.5')], stood('100')).verdict).toBe('agreed');
});

test('with nothing to compare with, or nothing of this day, one source is believed', () => {
  expect(verdict([told('Kraken', '150')], undefined).verdict).toBe('single');
  const yesterday = stood('100', { observedAt: after(now, -minutes(1441)) });
  expect(verdict([told('Kraken', '150')], yesterday).verdict).toBe('single');
});

test('a second reading confirms the first when it was observed later and says the same', () => {
  const jumped = (ago: number, priceUsd = '150') =>
    stood('100', { jump: { priceUsd, source: 'Kraken', observedAt: after(now, -minutes(ago)) } });
  expect(verdict([told('Kraken', '151')], jumped(10)).verdict).toBe('single');
  expect(verdict([told('Kraken', '151')], jumped(9)).verdict).toBe('jump');
  expect(verdict([told('Kraken', '170')], jumped(10)).verdict).toBe('jump');
  // The same observation handed out again confirms nothing.
  expect(verdict([told('Kraken', '150', after(now, -minutes(10)))], jumped(10)).verdict).toBe('jump');
});

test('whatever one source says, a chosen price is near the last one, or confirmed', () => {
  const price = fc.integer({ min: 1, max: 1_000_000 });
  fc.assert(
    fc.property(price, price, (before, next) => {
      const check = verdict([told('Kraken', String(next))], stood(String(before)));
      expect(check.chosen !== null).toBe(Math.abs(next - before) * 100 <= before * 10);
    }),
  );
});

test('a price observed in the future is not fresh, and is as stale as an old one', () => {
  for (const ahead of [minutes(3), minutes(600)]) {
    expect(isFresh(after(now, ahead), now)).toBe(false);
    expect(isStale(after(now, ahead), now)).toBe(true);
  }
});
