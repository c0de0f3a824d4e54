import { describe, expect, it } from 'vitest';
import { fillSlots } from '../../platform/pages.ts';
import type { ListedPrice } from '../prices/schema.ts';
import { demoSettings } from '../settings/demo-settings.ts';
import { exampleOrder, percentText, rateText } from './example-order.ts';
import { homeSlots, openFacts } from './facts.ts';
import { homeFacts } from './home-facts.ts';

const now = new Date('2026-11-20T15:42:00Z');

const price = (symbol: string, more: Partial<ListedPrice> = {}): ListedPrice => ({
  symbol,
  name: symbol,
  priceUsd: '118284.68',
  priceJmd: '20699819',
  change24h: '-0.24',
  volume24hUsd: null,
  source: 'Kraken',
  lastUpdated: now,
  demo: false,
  stale: false,
  offPeg: false,
  setByCompany: false,
  ...more,
});

const facts = (...prices: ListedPrice[]) => homeFacts({ prices, settings: demoSettings, now });
const symbols = (...prices: ListedPrice[]) =>
  facts(...prices)
    .prices.filter(({ rowClass }) => rowClass !== 'gone')
    .map(({ symbol }) => symbol);

describe('latest prices on the home page', () => {
  it('are the first five, in the order of the list', () => {
    expect(symbols(...['BTC', 'ETH', 'XRP', 'USDT', 'USDC', 'SOL'].map((symbol) => price(symbol)))).toEqual([
      'BTC',
      'ETH',
      'XRP',
      'USDT',
      'USDC',
    ]);
  });

  it('leave out what the company prices itself', () => {
    expect(symbols(price('MHI', { setByCompany: true }), price('BTC'))).toEqual(['BTC']);
  });

  it('show J$, US$, change and the time in Jamaica', () => {
    expect(facts(price('BTC')).prices[0]).toMatchObject({
      jmd: { whole: '20,699,819', cents: '.00' },
      usd: { whole: '118,284', cents: '.68' },
      change: '−0.2%',
      changeClass: 'down-d',
      updated: '10:42 am',
    });
  });

  it('hide a change that comes to nothing', () => {
    expect(facts(price('USDT', { change24h: '0.04' })).prices[0]).toMatchObject({ change: '', changeClass: 'gone' });
  });

  it('name the day of a price that is not of today, and say that a stale one is out of date', () => {
    const old = price('BTC', { stale: true, lastUpdated: new Date('2026-11-19T15:42:00Z') });
    expect(facts(old).prices[0]).toMatchObject({ rowClass: 'stale', updated: 'Out of date, Thu 19 Nov, 10:42 am' });
  });

  it('are labelled when any of them is a demo price', () => {
    expect(facts(price('BTC'), price('ETH', { demo: true })).demoClass).toBe('demo');
    expect(facts(price('BTC')).demoClass).toBe('gone');
  });

  it('are empty when there is none, although the company has a price of its own', () => {
    expect(facts().state).toBe('empty');
    expect(facts(price('MHI', { setByCompany: true })).state).toBe('empty');
  });
});

describe('the worked order of J$25,000', () => {
  it('divides into worth, fee and rate difference, which add up to it', () => {
    const { worth, fee, difference, allIn, share } = exampleOrder(demoSettings);
    const minor = [worth, fee, difference].map(({ whole, cents }) => BigInt((whole + cents).replace(/[,.]/g, '')));
    expect(minor.reduce((sum, part) => sum + part, 0n)).toBe(2_500_000n);
    expect(allIn).toEqual({ whole: '3,905', cents: '.71' });
    expect(share).toBe('15.6%');
  });

  it('names no rate difference while no market rate is known', () => {
    const order = exampleOrder({ ...demoSettings, rates: { buy: '175', sell: '150', market: null } });
    expect(order).toMatchObject({ marketClass: 'unknown', worth: { whole: '23,000', cents: '.00' }, market: '' });
  });

  it('follows the fee in force', () => {
    expect(exampleOrder({ ...demoSettings, fee: { basisPoints: 850 } }).fee).toEqual({ whole: '2,125', cents: '.00' });
    expect(percentText(850n)).toBe('8.5%');
  });

  it('shows rates with two places at least', () => {
    expect([rateText('175'), rateText('158.315')]).toEqual(['175.00', '158.315']);
  });
});

describe('the places in the built page', () => {
  const flat = (value: object): string[] =>
    Object.values(value).flatMap((part: unknown) => (typeof part === 'string' ? [part] : flat(Object(part))));

  it('are all filled, each with its own fact', () => {
    const full = facts(price('BTC'), price('ETH'), price('XRP'), price('USDT'), price('USDC'));
    const filled = flat(openFacts).map((place) => fillSlots(place, homeSlots(full)));
    expect(filled.join('')).not.toContain('%%');
    expect(filled).toEqual(flat(full).map((text) => text.replace(/'/g, '&#39;')));
  });
});
