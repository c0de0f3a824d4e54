import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal, formatDecimal } from '../../kernel/decimal.ts';
import { parseExactJson, plainDecimal } from './exact-json.ts';

test('a number in JSON keeps every digit that a float would lose', () => {
  expect(parseExactJson('{"usd":118412.570000000000000001}')).toEqual({ usd: '118412.570000000000000001' });
  expect(parseExactJson('[9007199254740993, 0.1]')).toEqual(['9007199254740993', '0.1']);
});

test('a price with an exponent is parsed exactly', () => {
  expect(parseExactJson('{"price":6.8e-05}')).toEqual({ price: '0.000068' });
});

test.each([
  ['1e3', '1000'],
  ['1.25E+2', '125'],
  ['12.5e1', '125'],
  ['-1.50', '-1.5'],
  ['0.000', '0'],
  ['-0', '0'],
  ['0e5', '0'],
  ['123e-2', '1.23'],
  ['1e29', `1${'0'.repeat(29)}`],
])('%s is %s', (source, plain) => {
  expect(plainDecimal(source)).toBe(plain);
});

test.each(['', '1e400', '1e-31', '1e999', 'NaN', 'Infinity', '0x10', '1,5', '1e', '.5', '5.', '9'.repeat(31)])(
  '%s is not a figure',
  (source) => {
    expect(plainDecimal(source)).toBeNull();
  },
);

test('strings, booleans and null pass through unchanged', () => {
  expect(parseExactJson('{"a":"1e3","b":true,"c":null,"d":[]}')).toEqual({ a: '1e3', b: true, c: null, d: [] });
});

test('moving the point with an exponent never changes the value', () => {
  const digits = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
  fc.assert(
    fc.property(digits, fc.integer({ min: 0, max: 15 }), (units, scale) => {
      const direct = formatDecimal({ units, scale });
      expect(plainDecimal(`${units}e-${scale}`)).toBe(plainDecimal(direct));
      expect(plainDecimal(`${direct}e${scale}`)).toBe(units.toString());
    }),
  );
});

test('the result is always a valid decimal', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      const plain = plainDecimal(JSON.stringify(number));
      if (plain === null) return;
      expect(Number(formatDecimal(decimal(plain)))).toBe(number + 0);
    }),
  );
});
