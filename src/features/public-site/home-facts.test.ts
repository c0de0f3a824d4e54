import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, formatDecimal } from '../../kernel/decimal.ts';
import { formatMinorUnits, jmd } from '../../kernel/money.ts';
import { fillSlots } from '../../platform/pages/pages.ts';
import type { ListedPrice } from '../prices/schema.ts';
import { demoSettings } from '../settings/demo-settings.ts';
import { priceBuy } from '../trading/quoting/pricing.ts';
import { exampleOrder, formatPercent, formatRate, type HomeQuery } from './example-order.ts';
import { calculatorCoins, type Figure, homeSlots, placeholderFacts } from './facts.ts';
import { getHomeFacts } from './home-facts.ts';

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

const facts = (...prices: ListedPrice[]) =>
  getHomeFacts({ prices, settings: demoSettings, now, review: 'Typically 12-24 hours.' });
const symbols = (...prices: ListedPrice[]) =>
  facts(...prices)
    .prices.filter(({ rowClass }) => rowClass !== 'gone')
    .map(({ symbol }) => symbol);

function withNetworkCost(query: HomeQuery) {
  const networkCost = { ...demoSettings.order_sizes.networkCost, erc20: 900, bep20: 400 };
  const settings = { ...demoSettings, order_sizes: { ...demoSettings.order_sizes, networkCost } };
  return getHomeFacts({ prices: [price('BTC'), price('ETH')], settings, now, review: '' }, query);
}

describe('latest prices on the home page', () => {
  it('are the first five, in list order', () => {
    expect(symbols(...['BTC', 'ETH', 'XRP', 'USDT', 'USDC', 'SOL'].map((symbol) => price(symbol)))).toEqual([
      'BTC',
      'ETH',
      'XRP',
      'USDT',
      'USDC',
    ]);
  });

  it('leave out company-priced coins', () => {
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

  it('hide a change that rounds to zero', () => {
    expect(facts(price('USDT', { change24h: '0.04' })).prices[0]).toMatchObject({ change: '', changeClass: 'gone' });
  });

  it('show the day of a price from another day, and mark a stale one as out of date', () => {
    const old = price('BTC', { stale: true, lastUpdated: new Date('2026-11-19T15:42:00Z') });
    expect(facts(old).prices[0]).toMatchObject({
      rowClass: 'stale',
      updated: 'Out of date: last updated Thu 19 Nov, 10:42 am',
    });
  });

  it('are labelled when any is a demo price', () => {
    expect(facts(price('BTC'), price('ETH', { demo: true })).demoClass).toBe('demo');
    expect(facts(price('BTC')).demoClass).toBe('gone');
  });

  it('are empty without market prices, even with a company price', () => {
    expect(facts().state).toBe('empty');
    expect(facts(price('MHI', { setByCompany: true })).state).toBe('empty');
  });
});

describe('the example order of J$25,000', () => {
  it('divides into worth, fee and rate difference, which add up to the total', () => {
    const { worth, fee, difference, allIn, share } = exampleOrder(demoSettings);
    const minor = [worth, fee, difference].map(({ whole, cents }) => BigInt((whole + cents).replace(/[,.]/g, '')));
    expect(minor.reduce((sum, part) => sum + part, 0n)).toBe(2_500_000n);
    expect(allIn).toEqual({ whole: '3,905', cents: '.71' });
    expect(share).toBe('15.6%');
  });

  it('shows no rate difference without a market rate', () => {
    const order = exampleOrder({ ...demoSettings, rates: { buy: '175', sell: '150', market: null } });
    expect(order).toMatchObject({ marketClass: 'unknown', worth: { whole: '23,000', cents: '.00' }, market: '' });
  });

  it('uses the current fee', () => {
    expect(exampleOrder({ ...demoSettings, fee: { basisPoints: 850 } }).fee).toEqual({ whole: '2,125', cents: '.00' });
    expect(formatPercent(850n)).toBe('8.5%');
  });

  it('shows rates with at least two decimals', () => {
    expect([formatRate('175'), formatRate('158.315')]).toEqual(['175.00', '158.315']);
  });
});

describe('a typed amount', () => {
  const getFacts = (query: HomeQuery, ...prices: ListedPrice[]) =>
    getHomeFacts({ prices, settings: demoSettings, now, review: '' }, query);
  const minorOf = ({ whole, cents }: Figure) => BigInt((whole + (cents || '.00')).replace(/[,.−]/g, ''));

  it('is calculated for the chosen coin, with the fee of its cheapest network', () => {
    const { example, asked: shown } = withNetworkCost({ pay: 'J$40,000', coin: 'ETH' });
    const quote = priceBuy({
      payment: jmd(4_000_000n),
      priceUsd: decimal('118284.68'),
      buyRate: decimal('175'),
      feeBasisPoints: 800n,
      decimals: 8,
      marketRate: null,
      networkCost: jmd(40_000n),
    });
    expect(example.coins).toBe(`${formatDecimal({ units: quote.coinsBase, scale: 8 })}\u00a0ETH`);
    expect(example).toMatchObject({ paid: { whole: '40,000', cents: '' }, half: 'J$20,000', full: 'J$40,000' });
    expect(example).toMatchObject({ sending: { whole: '400', cents: '.00' }, sendingClass: 'known' });
    expect(shown).toMatchObject({ amount: 'J$40,000', coin: 'ETH', problemClass: 'gone' });
  });

  it('divides into its parts to the cent for any amount', () =>
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10_000_000_000n }), fc.constantFrom(...calculatorCoins), (minor, coin) => {
        const { example } = getFacts({ pay: formatMinorUnits(minor), coin }, price(coin));
        const { worth, fee, sending, difference } = example;
        expect([worth, fee, sending, difference].map(minorOf).reduce((sum, part) => sum + part, 0n)).toBe(minor);
      }),
    ));

  it('that is invalid keeps the default and reports it; an unsold coin becomes the default', () => {
    for (const pay of ['', 'much', '0', '-5', '1,5', 'US$20', '9'.repeat(24)])
      expect(getFacts({ pay, coin: 'LGM' }, price('BTC'))).toMatchObject({
        asked: { amount: pay, coin: 'BTC', problem: 'Enter an amount in J$, such as 25,000.', problemClass: 'err' },
        example: { paid: { whole: '25,000', cents: '' }, coinsClass: 'gone' },
      });
    for (const query of [{ pay: ['1', '2'] }, { pay: { a: 'b' }, coin: ['BTC'] }, { coin: '__proto__' }])
      expect(getFacts(query, price('BTC')).asked).toMatchObject({ amount: '25,000', coin: 'BTC', problem: '' });
  });

  it('is calculated for Lignum only while it has a price', () => {
    const at = calculatorCoins.indexOf('LGM');
    const free = getFacts({ pay: '5000', coin: 'LGM' }, price('BTC')).asked;
    expect([free.coin, free.others[at]]).toEqual(['BTC', 'gone']);
    expect(getFacts({}, price('BTC'), price('LGM', { setByCompany: true })).asked.others[at]).toBe('known');
    const own = price('LGM', { priceUsd: '0.0001', setByCompany: true });
    const sold = getFacts({ pay: '5000', coin: 'LGM' }, price('BTC'), own);
    expect(sold).toMatchObject({ asked: { coin: 'LGM' }, example: { coinsClass: 'known' } });
  });

  it('shows no coin amount when the price is stale or unknown', () => {
    expect(getFacts({ pay: '5000', coin: 'SOL' }, price('BTC')).example.coinsClass).toBe('gone');
    expect(getFacts({ pay: '5000', coin: 'BTC' }, price('BTC', { stale: true })).example.coinsClass).toBe('gone');
  });

  it.each([
    ['999', 'Amount too small', ['']],
    ['4,000', 'No documents needed for this amount', ['']],
    ['4,375.01', 'Documents you need once for this amount', ['Tier 1']],
    ['174,999.99', 'Documents you need once for this amount', ['Tier 1']],
    ['175,000', 'Documents you need once for this amount', ['Tier 1', 'Enhanced KYC']],
    ['262,500.01', 'Documents you need once for this amount', ['Tier 1', 'Tier 2', 'Enhanced KYC']],
  ])('of J$%s requires of a new customer: %s %j', (pay, title, names) => {
    const { needs } = getFacts({ pay, coin: 'BTC' }, price('BTC'));
    const lines = needs.lines.filter(({ lineClass }) => lineClass !== 'gone');
    expect([needs.title, lines.map(({ name }) => name)]).toEqual([title, names]);
  });
});

it('shows no limit without verification when the settings set none', () => {
  const settings = { ...demoSettings, caps: { ...demoSettings.caps, none: null } };
  const { needs } = getHomeFacts({ prices: [], settings, now, review: '' }, { pay: '4000' });
  expect(needs.lines[0]?.text).toBe('Open an account and start right away. No monthly limit.');
});

describe('the slots in the built page', () => {
  const flat = (value: object): string[] =>
    Object.values(value).flatMap((part: unknown) => (typeof part === 'string' ? [part] : flat(Object(part))));

  it('are all filled, each with its own fact', () => {
    const full = facts(price('BTC'), price('ETH'), price('XRP'), price('USDT'), price('USDC'));
    const filled = flat(placeholderFacts).map((place) => fillSlots(place, homeSlots(full)));
    expect(filled.join('')).not.toContain('%%');
    expect(filled).toEqual(flat(full).map((text) => text.replace(/'/g, '&#39;')));
  });
});
