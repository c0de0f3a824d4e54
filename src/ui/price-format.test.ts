import fc from 'fast-check';
import { expect, test } from 'vitest';
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
