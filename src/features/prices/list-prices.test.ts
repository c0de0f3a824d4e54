import { describe, expect, it, test } from 'vitest';
import { after, minutes } from '../../kernel/clock.ts';
import { decimal } from '../../kernel/decimal.ts';
import { canShowRecorded, capAtNow, isFresh, isStale } from './freshness.ts';
import { buildPriceList, type PriceListing } from './list-prices.ts';
import { jmdCurve } from './screens/curve.ts';
import type { PriceWithJump } from './store.ts';

const now = new Date('2026-11-20T15:00:00Z');
const stored = (symbol: string, priceUsd: string, minutesAgo = 1): PriceWithJump => ({
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
const options: PriceListing = { now, buyRate: decimal('175'), companyPrices: [], order: 'symbol' };
const mahoni = { symbol: 'MHI', priceUsd: '0.000068', since: new Date('2026-01-01T00:00:00Z') };

test('a price in J$ is the price in US$ at our buy rate, exactly', () => {
  expect(buildPriceList([stored('BTC', '118412.57')], options)[0]?.priceJmd).toBe('20722199.75');
  expect(buildPriceList([], { ...options, companyPrices: [mahoni] })[0]?.priceJmd).toBe('0.011900');
});

test('a price is stale after 20 minutes, not at 20 minutes', () => {
  expect(buildPriceList([stored('BTC', '1', 20), stored('ETH', '1', 21)], options).map((line) => line.stale)).toEqual([
    false,
    true,
  ]);
});

test('Mahoni is set by the company, never stale and never a demo price', () => {
  const [line] = buildPriceList([], { ...options, companyPrices: [mahoni] });
  expect(line).toMatchObject({
    name: 'Mahoni',
    setByCompany: true,
    stale: false,
    demo: false,
    lastUpdated: mahoni.since,
  });
});

test('Lignum without a price is not listed', () => {
  const lines = buildPriceList([stored('BTC', '1')], { ...options, companyPrices: [mahoni] });
  expect(lines.map((line) => line.symbol)).toEqual(['BTC', 'MHI']);
});

test('a company price replaces a market price', () => {
  const lines = buildPriceList([stored('MHI', '5')], { ...options, companyPrices: [mahoni] });
  expect(lines.map((line) => [line.symbol, line.priceUsd])).toEqual([['MHI', '0.000068']]);
});

test('the panel sorts by symbol, the home page by time and then by listing order', () => {
  const prices = [stored('BTC', '1'), stored('ETH', '1', 5), stored('SOL', '1'), stored('XRP', '1')];
  const symbols = (order: PriceListing['order']) =>
    buildPriceList(prices, { ...options, order }).map((line) => line.symbol);
  expect(symbols('symbol')).toEqual(['BTC', 'ETH', 'SOL', 'XRP']);
  expect(symbols('newest')).toEqual(['BTC', 'XRP', 'SOL', 'ETH']);
});

test('a stablecoin off its peg is flagged in the list', () => {
  const lines = buildPriceList([stored('USDC', '0.9'), stored('USDT', '1.0002')], options);
  expect(lines.map((line) => line.offPeg)).toEqual([true, false]);
});

test('a provider clock that runs ahead does not keep a price fresh for longer', () => {
  const ahead = after(now, minutes(1));
  expect(isFresh(ahead, now)).toBe(true);
  expect(capAtNow(ahead, now)).toEqual(now);
  expect(isStale(capAtNow(ahead, now), after(now, minutes(20) + 1))).toBe(true);
});

test('recorded prices never replace a fresh real price', () => {
  expect(canShowRecorded(undefined, now)).toBe(true);
  expect(canShowRecorded({ demo: true, observedAt: now }, now)).toBe(true);
  expect(canShowRecorded({ demo: false, observedAt: now }, now)).toBe(false);
  expect(canShowRecorded({ demo: false, observedAt: after(now, -minutes(21)) }, now)).toBe(true);
});

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute));

describe('a price curve in Jamaican dollars', () => {
  it('converts every price at our buy rate, exactly', () => {
    const curve = jmdCurve(
      [
        { at: at(0), priceUsd: '2.4712' },
        { at: at(10), priceUsd: '2.4' },
      ],
      '175',
    );
    expect(curve?.points).toEqual([
      { at: at(0), price: '432.4600' },
      { at: at(10), price: '420.0' },
    ]);
  });

  it('has the lowest, the highest and the last price', () => {
    const prices = ['3', '9.5', '1.25', '4'];
    const curve = jmdCurve(
      prices.map((priceUsd, minute) => ({ at: at(minute), priceUsd })),
      '100',
    );
    expect(curve).toMatchObject({ low: '125.00', high: '950.0', last: '400' });
  });

  it('is null with fewer than two points', () => {
    expect(jmdCurve([], '175')).toBeNull();
    expect(jmdCurve([{ at: at(0), priceUsd: '1' }], '175')).toBeNull();
  });
});
