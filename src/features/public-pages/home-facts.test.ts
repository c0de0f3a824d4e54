import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, decimalText } from '../../kernel/decimal.ts';
import { jmd, moneyText } from '../../kernel/money.ts';
import { fillSlots } from '../../platform/pages.ts';
import type { ListedPrice } from '../prices/schema.ts';
import { demoSettings } from '../settings/demo-settings.ts';
import { buyQuote } from '../trading/quoting/pricing.ts';
import { exampleOrder, percentText, rateText } from './example-order.ts';
import { coinsAsked, type Figure, homeSlots, openFacts } from './facts.ts';
import type { HomeQuery } from './home-asked.ts';
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

const facts = (...prices: ListedPrice[]) =>
  homeFacts({ prices, settings: demoSettings, now, review: 'Typically 12-24 hours.' });
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

describe("an amount of one's own", () => {
  const asked = (query: HomeQuery, ...prices: ListedPrice[]) =>
    homeFacts({ prices, settings: demoSettings, now, review: '' }, query);
  const minorOf = ({ whole, cents }: Figure) => BigInt((whole + (cents || '.00')).replace(/[,.−]/g, ''));

  it('is worked out for the coin that is asked for, with what sending it costs over its first network', () => {
    const { example, asked: shown } = asked({ pay: 'J$40,000', coin: 'ETH' }, price('BTC'), price('ETH'));
    const quote = buyQuote({
      payment: jmd(4_000_000n),
      priceUsd: decimal('118284.68'),
      buyRate: decimal('175'),
      feeBasisPoints: 800n,
      decimals: 8,
      marketRate: null,
      networkCost: jmd(40_000n),
    });
    expect(example.coins).toBe(`${decimalText({ units: quote.coinsBase, scale: 8 })}\u00a0ETH`);
    expect(example).toMatchObject({ paid: { whole: '40,000', cents: '' }, half: 'J$20,000', full: 'J$40,000' });
    expect(example).toMatchObject({ sending: { whole: '400', cents: '.00' }, sendingClass: 'known' });
    expect(shown).toMatchObject({ amount: 'J$40,000', coin: 'ETH', problemClass: 'gone' });
  });

  it('divides into its parts to the cent, whatever it is', () =>
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10_000_000_000n }), fc.constantFrom(...coinsAsked), (minor, coin) => {
        const { example } = asked({ pay: moneyText(minor), coin }, price(coin));
        const { worth, fee, sending, difference } = example;
        expect([worth, fee, sending, difference].map(minorOf).reduce((sum, part) => sum + part, 0n)).toBe(minor);
      }),
    ));

  it('that is none leaves the usual one and says so; a coin that is not sold is the usual one', () => {
    for (const pay of ['', 'much', '0', '-5', '1,5', 'US$20', '9'.repeat(24)])
      expect(asked({ pay, coin: 'LGM' }, price('BTC'))).toMatchObject({
        asked: { amount: pay, coin: 'BTC', problem: 'Type an amount in J$, such as 25,000.', problemClass: 'err' },
        example: { paid: { whole: '25,000', cents: '' }, coinsClass: 'gone' },
      });
    for (const query of [{ pay: ['1', '2'] }, { pay: { a: 'b' }, coin: ['BTC'] }, { coin: '__proto__' }])
      expect(asked(query, price('BTC')).asked).toMatchObject({ amount: '25,000', coin: 'BTC', problem: '' });
  });

  it('is worked out for Lignum only while staff have set a price for it', () => {
    const at = coinsAsked.indexOf('LGM');
    const free = asked({ pay: '5000', coin: 'LGM' }, price('BTC')).asked;
    expect([free.coin, free.others[at]]).toEqual(['BTC', 'gone']);
    expect(asked({}, price('BTC'), price('LGM', { setByCompany: true })).asked.others[at]).toBe('known');
    const own = price('LGM', { priceUsd: '0.0001', setByCompany: true });
    const sold = asked({ pay: '5000', coin: 'LGM' }, price('BTC'), own);
    expect(sold).toMatchObject({ asked: { coin: 'LGM' }, example: { coinsClass: 'known' } });
  });

  it('names no coins where their price is out of date or unknown', () => {
    expect(asked({ pay: '5000', coin: 'SOL' }, price('BTC')).example.coinsClass).toBe('gone');
    expect(asked({ pay: '5000', coin: 'BTC' }, price('BTC', { stale: true })).example.coinsClass).toBe('gone');
  });

  it.each([
    ['999', 'Too little to buy', ['']],
    ['4,000', 'No papers for this amount', ['']],
    ['4,375.01', 'What you show once for this amount', ['Tier 1']],
    ['174,999.99', 'What you show once for this amount', ['Tier 1']],
    ['175,000', 'What you show once for this amount', ['Tier 1', 'Enhanced KYC']],
    ['262,500.01', 'What you show once for this amount', ['Tier 1', 'Tier 2', 'Enhanced KYC']],
  ])('of J$%s asks of whoever is new: %s %j', (pay, title, names) => {
    const { needs } = asked({ pay, coin: 'BTC' }, price('BTC'));
    const lines = needs.lines.filter(({ lineClass }) => lineClass !== 'gone');
    expect([needs.title, lines.map(({ name }) => name)]).toEqual([title, names]);
  });
});

it('says that whoever has no check has no limit either, where the settings say so', () => {
  const settings = { ...demoSettings, caps: { ...demoSettings.caps, none: null } };
  const { needs } = homeFacts({ prices: [], settings, now, review: '' }, { pay: '4000' });
  expect(needs.lines[0]?.text).toBe('Whoever has an account may trade before any check. No monthly limit.');
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
