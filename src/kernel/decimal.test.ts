import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareDecimals, decimal, divide, formatDecimal, multiply, parseDecimal, pow10, rescale } from './decimal.ts';
import { parseTypedAmount } from './parse-amount.ts';

const wide = { min: -(10n ** 27n), max: 10n ** 27n };
const units = fc.bigInt(wide);
const divisors = fc.bigInt(wide).filter((n) => n !== 0n);
const values = fc.record({ units, scale: fc.integer({ min: 0, max: 20 }) });

describe('parsing decimals', () => {
  it('parses plain text exactly', () => {
    expect(decimal('-12.50')).toEqual({ units: -1250n, scale: 2 });
    expect(decimal('0.000068')).toEqual({ units: 68n, scale: 6 });
    expect(decimal('-0')).toEqual({ units: 0n, scale: 0 });
  });

  it.each(['', ' 1', '1 ', '+1', '1e3', '1.', '.5', '1,000', '--1', 'NaN', 'Infinity', '0x1', '1\n', '１'])(
    'rejects %j',
    (text) => {
      expect(parseDecimal(text)).toBeNull();
      expect(() => decimal(text)).toThrow();
    },
  );

  it('returns null or a decimal that formats to the same value, for any text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 70 }), (text) => {
        const parsed = parseDecimal(text);
        if (parsed) expect(compareDecimals(parsed, decimal(formatDecimal(parsed)))).toBe(0);
      }),
    );
  });

  it('is not slowed by a very long text', () => expect(parseDecimal('9'.repeat(1_000_000))).toBeNull());

  it('formats zero without a sign', () => expect(formatDecimal(decimal('-0.00'))).toBe('0.00'));

  it('parses what it formatted', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(decimal(formatDecimal(value))).toEqual(value);
      }),
    );
  });
});

describe('division', () => {
  it('rounds a half away from zero for both signs', () => {
    expect(divide(5n, 2n, 'half-up')).toBe(3n);
    expect(divide(-5n, 2n, 'half-up')).toBe(-3n);
    expect(divide(5n, -2n, 'down')).toBe(-2n);
    expect(divide(-5n, -2n, 'up')).toBe(3n);
    expect(divide(4n, 2n, 'up')).toBe(2n);
  });

  it('rejects division by zero', () => expect(() => divide(1n, 0n, 'down')).toThrow());

  it('down and up differ by one at most, and half-up is the nearer one', () => {
    const size = (n: bigint): bigint => (n < 0n ? -n : n);
    fc.assert(
      fc.property(units, divisors, (n, d) => {
        const [down, up, near] = [divide(n, d, 'down'), divide(n, d, 'up'), divide(n, d, 'half-up')];
        expect(size(up) - size(down)).toBe(n % d === 0n ? 0n : 1n);
        expect(size(down * d) <= size(n) && size(n) <= size(up * d)).toBe(true);
        expect(size(n - near * d) * 2n <= size(d)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('scales', () => {
  it('more decimals keep the value, fewer lose less than one unit', () => {
    fc.assert(
      fc.property(values, fc.integer({ min: 0, max: 20 }), (value, scale) => {
        const other = rescale(value, scale, 'down');
        expect(other.scale).toBe(scale);
        if (scale >= value.scale) expect(compareDecimals(other, value)).toBe(0);
        else {
          const lost = value.units - rescale(other, value.scale, 'down').units;
          expect((lost < 0n ? -lost : lost) < pow10(value.scale - scale)).toBe(true);
        }
      }),
    );
  });

  it('compares across scales and sorts like numbers', () => {
    expect(compareDecimals(decimal('1.50'), decimal('1.5'))).toBe(0);
    expect(compareDecimals(decimal('-0.1'), decimal('0'))).toBe(-1);
    expect(compareDecimals(decimal('0.1'), decimal('0'))).toBe(1);
    fc.assert(
      fc.property(values, values, (a, b) => {
        // `0 - x` instead of `-x`, which would give negative zero.
        expect(compareDecimals(a, b)).toBe(0 - compareDecimals(b, a));
      }),
    );
  });

  it('multiplies exactly, so dividing the product returns the factor', () => {
    fc.assert(
      fc.property(values, values, (a, b) => {
        fc.pre(b.units !== 0n);
        const product = multiply(a, b);
        expect(product.units % b.units).toBe(0n);
        expect({ units: product.units / b.units, scale: product.scale - b.scale }).toEqual(a);
      }),
    );
  });
});

describe('parsing amounts', () => {
  const parse = (text: string) => {
    const typed = parseTypedAmount(text);
    return typed && [typed.unit, formatDecimal(typed.value)];
  };

  describe('typed amounts', () => {
    it.each([
      ['180000', '', '180000'],
      ['.5', '', '0.5'],
      ['5.', '', '5'],
      ['1,000', '', '1000'],
      ['1 234 567.89', '', '1234567.89'],
      ['25\u00a0000', '', '25000'],
      ['J$25,000.00', 'J$', '25000.00'],
      ['J$ 25 000', 'J$', '25000'],
      ['$25000', '$', '25000'],
      ['25,000 JMD', 'JMD', '25000'],
      ['us$ 1,000.5', 'US$', '1000.5'],
      ['0.123456789012345678 ETH', 'ETH', '0.123456789012345678'],
      [' 25000.555\n', '', '25000.555'],
      ['\u202a25,000\u200b.00\u202c', '', '25000.00'],
    ])('parses %j', (text, mark, plain) => expect(parse(text)).toEqual([mark, plain]));

    it.each([
      '',
      '.',
      '1,5',
      '1,0000',
      ',100',
      '1e5',
      '-1',
      '+1',
      '1.2.3',
      '1 2',
      '12 3456',
      'J$',
      'J$5 JMD',
      '0x1F',
      // With a decimal comma, this means half a coin and not five hundred.
      '0,500',
      '0,005 BTC',
      '00,500',
      '012,345',
      '0 500',
      '٣',
    ])('rejects %j', (text) => expect(parse(text)).toBeNull());

    it('is not slowed by a very long text', () => {
      expect(parse(`1${',000'.repeat(100_000)}`)).toBeNull();
      expect(parse('1 '.repeat(100_000))).toBeNull();
    });

    it('never returns a number with other digits', () => {
      fc.assert(
        fc.property(fc.string({ unit: fc.constantFrom(...'0123456789., J$'), maxLength: 12 }), (text) => {
          const typed = parseTypedAmount(text);
          if (!typed) return;
          const digits = (value: string) => value.replaceAll(/\D/g, '').replace(/^0+/, '');
          expect(digits(formatDecimal(typed.value))).toBe(digits(text));
        }),
      );
    });
  });
});
