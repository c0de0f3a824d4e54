import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { regroupedAmount, withoutMark } from './amount-text.ts';

/** What stands in a field after each of these keys, from its end. */
const typing = (keys: string): string =>
  [...keys].reduce((before, key) => regroupedAmount(before + key, { before, caret: before.length + 1 }).text, '');

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
  ])('%s stands as %s', (keys, seen) => expect(typing(keys)).toBe(seen));

  it.each([
    ['J$25,000.00', 'J$', '25,000.00'],
    [' j$ 25 000', 'J$', '25 000'],
    ['US$100', 'J$', 'US$100'],
    ['$100', 'J$', '$100'],
    ['25000', '', '25000'],
  ])('%s beside %s stands as %s', (text, mark, seen) => expect(withoutMark(text, mark)).toBe(seen));

  it('groups what is pasted, but for commas that somebody wrote', () => {
    expect(regroupedAmount('25000.555', { before: '', caret: 9 })).toEqual({ text: '25,000.555', caret: 10 });
    expect(regroupedAmount('1,5', { before: '', caret: 3 }).text).toBe('1,5');
  });

  it.each([
    ['25,000', '1,5'],
    ['1,250', '0,005'],
    ['1,234', '1,5'],
    ['25,000.50', '2,5'],
  ])('leaves the comma of what stands in the place of %s: %s', (before, text) =>
    expect(regroupedAmount(text, { before, caret: text.length }).text).toBe(text),
  );

  it('closes the gap where digits are taken out, one or several', () => {
    expect(regroupedAmount('25,00', { before: '25,000', caret: 5 }).text).toBe('2,500');
    expect(regroupedAmount('25,0', { before: '25,000', caret: 4 }).text).toBe('250');
    expect(regroupedAmount('9,000', { before: '25,000', caret: 1 }).text).toBe('9,000');
  });

  it('keeps the caret behind the same digit, in the middle too', () => {
    expect(regroupedAmount('12,9345', { before: '12,345', caret: 4 })).toEqual({ text: '129,345', caret: 3 });
    expect(regroupedAmount('1,234,67', { before: '1,234,567', caret: 6 })).toEqual({ text: '123,467', caret: 5 });
  });

  it('never changes a digit', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.'), maxLength: 24 }), fc.nat(24), (text, caret) => {
        const seen = regroupedAmount(text, { before: '', caret: Math.min(caret, text.length) });
        expect(seen.text.replaceAll(',', '')).toBe(text);
        expect(seen.text.slice(0, seen.caret).replaceAll(',', '')).toBe(text.slice(0, Math.min(caret, text.length)));
      }),
    );
  });
});
