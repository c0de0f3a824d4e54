import { expect, test } from 'vitest';
import { after, minutes } from '../../kernel/clock.ts';
import { decimal } from '../../kernel/decimal.ts';
import { isFresh, isStale, mayShowRecorded, observedNoLaterThan } from './freshness.ts';
import { listing, type PriceListing } from './list-prices.ts';
import type { StandingPrice } from './store.ts';

const now = new Date('2026-11-20T15:00:00Z');
const stored = (symbol: string, priceUsd: string, minutesAgo = 1): StandingPrice => ({
  symbol,
  priceUsd,
  change24h: null,
  volume24hUsd: null,
  source: 'Kraken',
  demo: false,
  observedAt: after(now, -minutes(minutesAgo)),
  lastUpdated: after(now, -minutes(minutesAgo)),
  jump: null,
});
const how: PriceListing = { now, houseBuyRate: decimal('175'), companyPrices: [], order: 'symbol' };
const mahoni = { symbol: 'MHI', priceUsd: '0.000068', since: new Date('2026-01-01T00:00:00Z') };

test('a price in J$ is the price in US$ at our buy rate, exactly', () => {
  expect(listing([stored('BTC', '118412.57')], how)[0]?.priceJmd).toBe('20722199.75');
  expect(listing([], { ...how, companyPrices: [mahoni] })[0]?.priceJmd).toBe('0.011900');
});

test('a price is stale once it is older than 20 minutes, not at 20 minutes', () => {
  expect(listing([stored('BTC', '1', 20), stored('ETH', '1', 21)], how).map((line) => line.stale)).toEqual([
    false,
    true,
  ]);
});

test('Mahoni is set by the company, never stale and no demo', () => {
  const [line] = listing([], { ...how, companyPrices: [mahoni] });
  expect(line).toMatchObject({
    name: 'Mahoni',
    setByCompany: true,
    stale: false,
    demo: false,
    lastUpdated: mahoni.since,
  });
});

test('Lignum has no price and therefore no line', () => {
  const lines = listing([stored('BTC', '1')], { ...how, companyPrices: [mahoni] });
  expect(lines.map((line) => line.symbol)).toEqual(['BTC', 'MHI']);
});

test('a price set by the company replaces a quoted one', () => {
  const lines = listing([stored('MHI', '5')], { ...how, companyPrices: [mahoni] });
  expect(lines.map((line) => [line.symbol, line.priceUsd])).toEqual([['MHI', '0.000068']]);
});

test('the panel reads by symbol, the home page the newest first and the best known of those', () => {
  const prices = [stored('BTC', '1'), stored('ETH', '1', 5), stored('SOL', '1'), stored('XRP', '1')];
  const symbols = (order: PriceListing['order']) => listing(prices, { ...how, order }).map((line) => line.symbol);
  expect(symbols('symbol')).toEqual(['BTC', 'ETH', 'SOL', 'XRP']);
  expect(symbols('newest')).toEqual(['BTC', 'XRP', 'SOL', 'ETH']);
});

test('a stablecoin off its peg is flagged in the list', () => {
  const lines = listing([stored('USDC', '0.9'), stored('USDT', '1.0002')], how);
  expect(lines.map((line) => line.offPeg)).toEqual([true, false]);
});

test('a provider whose clock runs ahead cannot keep a price fresh for longer', () => {
  const ahead = after(now, minutes(1));
  expect(isFresh(ahead, now)).toBe(true);
  expect(observedNoLaterThan(ahead, now)).toEqual(now);
  expect(isStale(observedNoLaterThan(ahead, now), after(now, minutes(20) + 1))).toBe(true);
});

test('the recorded set never takes the place of a real price that is fresh', () => {
  expect(mayShowRecorded(undefined, now)).toBe(true);
  expect(mayShowRecorded({ demo: true, observedAt: now }, now)).toBe(true);
  expect(mayShowRecorded({ demo: false, observedAt: now }, now)).toBe(false);
  expect(mayShowRecorded({ demo: false, observedAt: after(now, -minutes(21)) }, now)).toBe(true);
});
