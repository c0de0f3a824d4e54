import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDecimal } from './decimal.ts';
import { parseTypedAmount } from './parse-amount.ts';

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
