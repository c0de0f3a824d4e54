import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalText } from './decimal.ts';
import { typedAmount } from './typed-amount.ts';

const read = (text: string) => {
  const typed = typedAmount(text);
  return typed && [typed.mark, decimalText(typed.value)];
};

describe('an amount as people write it', () => {
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
  ])('reads %j', (text, mark, plain) => expect(read(text)).toEqual([mark, plain]));

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
    // Nobody groups behind a nought: with a decimal comma it is half a coin, read as five hundred.
    '0,500',
    '0,005 BTC',
    '00,500',
    '012,345',
    '0 500',
    '٣',
  ])('takes %j for no amount', (text) => expect(read(text)).toBeNull());

  it('is not slowed by a very long text', () => {
    expect(read(`1${',000'.repeat(100_000)}`)).toBeNull();
    expect(read('1 '.repeat(100_000))).toBeNull();
  });

  it('never reads another number than the digits say', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789., J$'), maxLength: 12 }), (text) => {
        const typed = typedAmount(text);
        if (!typed) return;
        const digits = (one: string) => one.replaceAll(/\D/g, '').replace(/^0+/, '');
        expect(digits(decimalText(typed.value))).toBe(digits(text));
      }),
    );
  });
});
