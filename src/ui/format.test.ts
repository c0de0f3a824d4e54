import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { regroupAmount, stripCurrencyMark } from './amount-input.ts';
import { formatAge, formatBytes, formatDate, formatDateTime, formatDay } from './format.ts';
import { formatChange, formatPrice, formatVolume } from './price-format.ts';

test.each([
  ['0.000068', '0.000068'],
  ['0.9999994', '0.999999'],
  ['0.9999999', '1.000000'],
  ['0', '0.000000'],
  ['1', '1.0000'],
  ['2.14', '2.1400'],
  ['99.99995', '100.0000'],
  ['100', '100.00'],
  ['15967000', '15,967,000.00'],
  ['91240.005', '91,240.01'],
  ['-0.5', '−0.500000'],
])('the price %s is shown as %s', (text, wanted) => expect(formatPrice(text)).toBe(wanted));

test.each([
  ['950', '950.00'],
  ['12345', '12.35K'],
  ['999994', '999.99K'],
  ['999995', '1.00M'],
  ['32456789012.34', '32.46B'],
  ['1234567890123', '1,234.57B'],
])('the volume %s is shown as %s', (text, wanted) => expect(formatVolume(text)).toBe(wanted));

test('a change shows one decimal and its sign', () => {
  expect(formatChange('1.84')).toEqual({ text: '+1.8%', direction: 'up' });
  expect(formatChange('-0.62')).toEqual({ text: '−0.6%', direction: 'down' });
});

test('a change of zero or too small to show is hidden', () => {
  expect(formatChange('0')).toBeNull();
  expect(formatChange('-0.0')).toBeNull();
  expect(formatChange('0.04')).toBeNull();
  expect(formatChange('0.05')?.text).toBe('+0.1%');
});

test('a price larger than any float is shown digit for digit', () => {
  expect(formatPrice('90071992547409931234.56')).toBe('90,071,992,547,409,931,234.56');
});

test('a shown price never loses more than half of its last place', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 100n, max: 10n ** 15n }), fc.bigInt({ min: 0n, max: 9999n }), (whole, rest) => {
      const exact = whole * 10_000n + rest;
      const shown = BigInt(formatPrice(`${whole}.${rest.toString().padStart(4, '0')}`).replaceAll(/[,.]/g, '')) * 100n;
      const off = shown - exact;
      expect(off <= 50n && off > -50n).toBe(true);
    }),
  );
});

describe('format', () => {
  test('a time is shown with its weekday, in Jamaican time', () => {
    expect(formatDateTime(new Date('2026-11-20T15:14:00Z'))).toBe('Fri 20 Nov, 10:14 am');
    expect(formatDateTime(new Date('2026-11-20T15:14:00Z'), { year: true })).toBe('Fri 20 Nov 2026, 10:14 am');
  });

  test('early in the UTC day it is still yesterday in Jamaica', () => {
    expect(formatDay(new Date('2026-12-01T04:59:00Z'))).toBe('Mon 30 Nov');
    expect(formatDay(new Date('2026-12-01T05:00:00Z'))).toBe('Tue 1 Dec');
  });

  test('midnight and noon are both twelve, and there is no daylight saving', () => {
    expect(formatDateTime(new Date('2026-07-04T05:05:00Z'))).toBe('Sat 4 Jul, 12:05 am');
    expect(formatDateTime(new Date('2026-07-04T17:05:00Z'))).toBe('Sat 4 Jul, 12:05 pm');
  });

  test('September has three letters like the other months', () => {
    expect(formatDay(new Date('2026-09-15T15:00:00Z'))).toBe('Tue 15 Sep');
  });

  test('a stored date is shown unchanged in every time zone', () => {
    expect(formatDate('2027-01-02')).toBe('2 Jan 2027');
    expect(() => formatDate('tomorrow')).toThrow();
  });

  test.each([
    [30, 'just now'],
    [14 * 60, '14 min'],
    [26 * 3600, '26 h'],
    [3 * 86_400, '3 d'],
  ])('%i seconds ago is %s', (seconds, text) => {
    const now = new Date('2026-11-20T12:00:00Z');
    expect(formatAge(new Date(now.getTime() - seconds * 1000), now)).toBe(text);
  });

  test('file sizes are short', () => {
    expect(formatBytes(900)).toBe('900 B');
    expect(formatBytes(421_888)).toBe('412 KB');
    expect(formatBytes(2.3 * 1024 * 1024)).toBe('2.3 MB');
    expect(formatBytes(1_048_000)).toBe('1.0 MB');
  });
});

const typing = (keys: string): string =>
  [...keys].reduce((before, key) => regroupAmount(before + key, { before, caret: before.length + 1 }).text, '');

describe('an amount while it is typed', () => {
  it.each([
    ['180000', '180,000'],
    ['123456789.25', '123,456,789.25'],
    ['.5', '.5'],
    ['0.123456789', '0.123456789'],
    ['1,5', '1,5'],
    ['1,500', '1,500'],
    ['J$25000', 'J$25000'],
    ['0500', '0500'],
    ['007', '007'],
  ])('%s becomes %s', (keys, seen) => expect(typing(keys)).toBe(seen));

  it.each([
    ['J$25,000.00', 'J$', '25,000.00'],
    [' j$ 25 000', 'J$', '25 000'],
    ['US$100', 'J$', 'US$100'],
    ['$100', 'J$', '$100'],
    ['25000', '', '25000'],
  ])('%s with the mark %s becomes %s', (text, mark, seen) => expect(stripCurrencyMark(text, mark)).toBe(seen));

  it('groups pasted digits and keeps commas that were typed', () => {
    expect(regroupAmount('25000.555', { before: '', caret: 9 })).toEqual({ text: '25,000.555', caret: 10 });
    expect(regroupAmount('1,5', { before: '', caret: 3 }).text).toBe('1,5');
  });

  it.each([
    ['25,000', '1,5'],
    ['1,250', '0,005'],
    ['1,234', '1,5'],
    ['25,000.50', '2,5'],
  ])('keeps the comma of the text that replaces %s: %s', (before, text) =>
    expect(regroupAmount(text, { before, caret: text.length }).text).toBe(text),
  );

  it('closes the gap when one or several digits are deleted', () => {
    expect(regroupAmount('25,00', { before: '25,000', caret: 5 }).text).toBe('2,500');
    expect(regroupAmount('25,0', { before: '25,000', caret: 4 }).text).toBe('250');
    expect(regroupAmount('9,000', { before: '25,000', caret: 1 }).text).toBe('9,000');
  });

  it('keeps the caret behind the same digit, in the middle too', () => {
    expect(regroupAmount('12,9345', { before: '12,345', caret: 4 })).toEqual({ text: '129,345', caret: 3 });
    expect(regroupAmount('1,234,67', { before: '1,234,567', caret: 6 })).toEqual({ text: '123,467', caret: 5 });
  });

  it('never changes a digit', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.'), maxLength: 24 }), fc.nat(24), (text, caret) => {
        const seen = regroupAmount(text, { before: '', caret: Math.min(caret, text.length) });
        expect(seen.text.replaceAll(',', '')).toBe(text);
        expect(seen.text.slice(0, seen.caret).replaceAll(',', '')).toBe(text.slice(0, Math.min(caret, text.length)));
      }),
    );
  });
});
