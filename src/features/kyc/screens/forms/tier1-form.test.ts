import fc from 'fast-check';
import { expect, it } from 'vitest';
import { groupTrn, regroupTrn } from './tier1-form.tsx';

it('groups the digits in threes while they are typed', () => {
  expect(['1', '123', '1234', '1234567', '123456789'].map(groupTrn)).toEqual([
    '1',
    '123',
    '123-4',
    '123-456-7',
    '123-456-789',
  ]);
});

it('parses pasted spaces and hyphens', () => {
  expect(groupTrn(' 123 456 789 ')).toBe('123-456-789');
  expect(groupTrn('TRN: 123-456-789')).toBe('123-456-789');
});

it('keeps extra digits for validation', () => {
  expect(groupTrn('1234567890')).toBe('123-456-7890');
});

it('leaves the caret behind the digit that was just typed', () => {
  expect(regroupTrn('1234', 4)).toEqual({ text: '123-4', caret: 5 });
  expect(regroupTrn('1293-456', 3)).toEqual({ text: '129-345-6', caret: 3 });
});

it('keeps all digits at any caret position', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 20 }), fc.nat(20), (text, caret) => {
      const result = regroupTrn(text, caret);
      expect(result.text.replaceAll('-', '')).toBe(text.replaceAll(/\D/g, '').slice(0, 15));
      expect(groupTrn(result.text)).toBe(result.text);
      expect(result.caret).toBeLessThanOrEqual(result.text.length);
    }),
  );
});
