import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatBaseUnits, parseBaseUnits, parseCoins } from './coins.ts';
import { decimal } from './decimal.ts';
import {
  add,
  exchange,
  exchangeBack,
  formatMinorUnits,
  isSameMoney,
  jmd,
  parseMinorUnits,
  parseMoney,
  share,
  subtract,
  usd,
  wholeJmd,
} from './money.ts';

const minor = fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n });
const amounts = fc.bigInt({ min: 0n, max: 10n ** 15n });
const rates = fc
  .record({ units: fc.bigInt({ min: 1n, max: 100_000n }), scale: fc.constant(2) })
  .filter((rate) => rate.units >= 100n);

describe('parsing typed amounts', () => {
  it.each([
    ['180000', 18_000_000n],
    ['180,000.5', 18_000_050n],
    [' 1,234,567.89 ', 123_456_789n],
    ['0.01', 1n],
    ['5.', 500n],
    ['007', 700n],
    ['999999999999999.99', 99_999_999_999_999_999n],
    ['999,999,999,999,999.99', 99_999_999_999_999_999n],
    ['.5', 50n],
    ['1 000', 100_000n],
    ['$5', 500n],
    ['J$25,000.00', 2_500_000n],
    ['25,000 JMD', 2_500_000n],
  ])('parses %j', (text, expected) => expect(parseMoney(text, 'JMD')).toEqual(jmd(expected)));

  it.each(['', '-1', '+1', '1.005', '1,00', '1,0000', ',100', '1e5', 'US$5', '5 USD', '5 BTC', '.', '٣'])(
    'rejects %j',
    (text) => expect(parseMoney(text, 'JMD')).toBeNull(),
  );

  it('drops fractions of a cent when asked', () => {
    expect(parseMoney('25000.555', 'JMD', 'down')).toEqual(jmd(2_500_055n));
    expect(parseMoney('.009', 'USD', 'down')).toEqual(usd(0n));
  });

  it('accepts at most fifteen digits before the point, with or without commas', () => {
    expect(parseMoney('1000000000000000', 'USD')).toBeNull();
    expect(parseMoney('1,000,000,000,000,000', 'USD')).toBeNull();
    expect(parseMoney(`1${',000'.repeat(100_000)}`, 'USD')).toBeNull();
  });

  it('parses every amount that we would show, with and without commas', () => {
    fc.assert(
      fc.property(amounts, (cents) => {
        const plain = formatMinorUnits(cents);
        const [whole = '', places] = plain.split('.');
        const grouped = `${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${places}`;
        expect(parseMoney(plain, 'JMD')?.minor).toBe(cents);
        expect(parseMoney(grouped, 'JMD')?.minor).toBe(cents);
      }),
    );
  });
});

describe('amounts from the database', () => {
  it('parses what it formatted, also with extra zeros', () => {
    fc.assert(
      fc.property(minor, fc.nat({ max: 6 }), (cents, zeros) => {
        expect(parseMinorUnits(formatMinorUnits(cents) + '0'.repeat(zeros))).toBe(cents);
      }),
    );
  });

  it('keeps the sign of amounts below one dollar, and zero has none', () =>
    expect([-5n, 0n, 1n].map(formatMinorUnits)).toEqual(['-0.05', '0.00', '0.01']));

  it.each(['1.005', '1,000.00', '', '1.', 'abc', ' 1'])('throws for %j', (text) => {
    expect(() => parseMinorUnits(text)).toThrow();
  });
});

describe('arithmetic', () => {
  it('whole dollars have a hundred cents', () => expect(wholeJmd(5)).toEqual(jmd(500n)));

  it('amounts are the same in one currency only', () => {
    const others = [jmd(1n), jmd(2n), usd(1n)];
    expect(others.map((other) => isSameMoney(jmd(1n), other))).toEqual([true, false, false]);
  });

  it('rejects mixed currencies', () => {
    expect(() => add(jmd(1n), usd(1n))).toThrow();
    expect(() => subtract(jmd(1n), usd(1n))).toThrow();
  });

  it('subtracting an added amount returns the original', () => {
    fc.assert(
      fc.property(minor, minor, (a, b) => {
        expect(subtract(add(jmd(a), jmd(b)), jmd(b))).toEqual(jmd(a));
      }),
    );
  });

  it('takes 8 % of J$180,000 as J$14,400 and rounds half a cent as asked', () => {
    expect(share(jmd(18_000_000n), 800n, 'half-up')).toEqual(jmd(1_440_000n));
    expect(share(jmd(50n), 100n, 'half-up')).toEqual(jmd(1n));
    expect(share(jmd(50n), 100n, 'down')).toEqual(jmd(0n));
  });

  it('a share is between zero and the whole amount', () => {
    fc.assert(
      fc.property(amounts, fc.bigInt({ min: 0n, max: 10_000n }), (cents, points) => {
        const part = share(jmd(cents), points, 'half-up').minor;
        expect(part >= 0n && part <= cents).toBe(true);
      }),
    );
  });

  it('US$1,000 is J$175,000 at 175, and back', () => {
    const down = { rate: decimal('175'), rounding: 'down' } as const;
    expect(exchange(usd(100_000n), { ...down, to: 'JMD' })).toEqual(jmd(17_500_000n));
    expect(exchangeBack(jmd(17_500_000n), { ...down, to: 'USD' })).toEqual(usd(100_000n));
    expect(exchangeBack(jmd(17_499_999n), { ...down, to: 'USD' })).toEqual(usd(99_999n));
  });

  it('converting there and back, rounded down, never gains and loses at most one cent', () => {
    fc.assert(
      fc.property(amounts, rates, (cents, rate) => {
        const converted = exchange(usd(cents), { rate, to: 'JMD', rounding: 'down' });
        const back = exchangeBack(converted, { rate, to: 'USD', rounding: 'down' });
        expect(back.minor <= cents && back.minor >= cents - 1n).toBe(true);
      }),
    );
  });
});

describe('coins', () => {
  const btc = { symbol: 'BTC', decimals: 8 };
  const places = fc.integer({ min: 0, max: 18 });
  const bases = fc.bigInt({ min: 0n, max: 10n ** 28n });

  describe('coin amounts', () => {
    it('parses what people type', () => {
      expect(parseCoins(' 0.005 ', btc)).toEqual({ symbol: 'BTC', base: 500_000n, decimals: 8 });
      expect(parseCoins('3.', { symbol: 'XRP', decimals: 6 })?.base).toBe(3_000_000n);
      expect(parseCoins('.5', btc)?.base).toBe(50_000_000n);
      expect(parseCoins('1,000 BTC', btc)?.base).toBe(100_000_000_000n);
    });

    it('rounds a balance with 18 decimals down when asked', () => {
      const balance = '0.123456789012345678';
      expect(parseCoins(balance, btc)).toBeNull();
      expect(parseCoins(balance, btc, 'down')?.base).toBe(12_345_678n);
      expect(parseCoins('0.000000009', btc, 'down')?.base).toBe(0n);
    });

    it.each(['', '.', '-1', '+1', '1e-8', '0.123456789', '1..', 'BTC', '1,5', '1 ETH'])('rejects %j', (text) => {
      expect(parseCoins(text, btc)).toBeNull();
    });

    it('parses what it formatted', () => {
      fc.assert(
        fc.property(bases, places, (base, decimals) => {
          const text = formatBaseUnits({ symbol: 'SOL', base, decimals });
          expect(parseCoins(text, { symbol: 'SOL', decimals })?.base).toBe(base);
          expect(parseBaseUnits(text, decimals)).toBe(base);
        }),
      );
    });

    it('parses a column with more decimals when the rest are zeros', () => {
      expect(parseBaseUnits('0.010371390000000000', 8)).toBe(1_037_139n);
      expect(() => parseBaseUnits('0.010371391', 8)).toThrow();
      expect(() => parseBaseUnits('ten', 8)).toThrow();
      fc.assert(
        fc.property(bases, fc.integer({ min: 1, max: 9 }), (base, decimals) => {
          expect(parseBaseUnits(`${formatBaseUnits({ symbol: 'X', base, decimals })}0000`, decimals)).toBe(base);
        }),
      );
    });
  });
});
