import fc from 'fast-check';
import { expect, it } from 'vitest';
import { groupedTrn, regrouped } from './trn-text.ts';

it('groups the digits in threes while they are typed', () => {
  expect(['1', '123', '1234', '1234567', '123456789'].map(groupedTrn)).toEqual([
    '1',
    '123',
    '123-4',
    '123-456-7',
    '123-456-789',
  ]);
});

it('understands what is pasted with spaces or hyphens', () => {
  expect(groupedTrn(' 123 456 789 ')).toBe('123-456-789');
  expect(groupedTrn('TRN: 123-456-789')).toBe('123-456-789');
});

it('keeps a digit too many, so that the check can name it', () => {
  expect(groupedTrn('1234567890')).toBe('123-456-7890');
});

it('leaves the caret behind the digit that was just typed', () => {
  expect(regrouped('1234', 4)).toEqual({ text: '123-4', caret: 5 });
  // A 9 is put between 2 and 3 of 123-456.
  expect(regrouped('1293-456', 3)).toEqual({ text: '129-345-6', caret: 3 });
});

it('loses and invents no digit, wherever the caret stands', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 20 }), fc.nat(20), (text, caret) => {
      const result = regrouped(text, caret);
      expect(result.text.replaceAll('-', '')).toBe(text.replaceAll(/\D/g, '').slice(0, 15));
      expect(groupedTrn(result.text)).toBe(result.text);
      expect(result.caret).toBeLessThanOrEqual(result.text.length);
    }),
  );
});
