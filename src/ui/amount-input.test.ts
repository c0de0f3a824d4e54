import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { regroupAmount, stripCurrencyMark } from './amount-input.ts';

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
