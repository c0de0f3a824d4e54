import { describe, expect, it } from 'vitest';
import { type ComparableLine, isLikelyDuplicate, isRepeatedInUpload, matchesManualEntry } from './duplicate-lines.ts';

const line: ComparableLine = {
  ...{ day: '2026-11-23', written: 'a', reference: 'NCB 0077123', details: 'TRF K7M4-9QX', payer: 'Ina Brown' },
};
const bare: ComparableLine = { ...line, reference: '', payer: '', details: 'COUNTER' };

describe('a line in another statement', () => {
  it.each([
    ['other spacing and capitals', { reference: 'ncb-77123' }],
    [
      'other columns and the number in the description',
      { written: 'b', reference: '', details: 'trf ina 77123 x', payer: '' },
    ],
    ['another number in another export', { written: 'b', reference: 'FT26328/9' }],
    ['no payer and no number', { written: 'b', reference: '', details: 'CREDIT TRANSFER', payer: '' }],
    ['a cut name', { written: 'b', reference: '', payer: 'BROWN INA M' }],
    ['a name cut within a word', { written: 'b', reference: '', payer: 'INA BRO' }],
    ['a cut name and the same number', { payer: 'Ina Br' }],
    ['an initial for the first name', { written: 'b', reference: '', payer: 'BROWN I.' }],
    ['a booking two days later', { written: 'b', day: '2026-11-25' }],
    ['another payer under the same unique number', { written: 'b', payer: 'Tamara Grant' }],
    [
      'another reference of ours, which the sender writes, under the same number',
      { written: 'b', details: 'trf 9X4K-7MM' },
    ],
    ['the same number two days later, in the same format', { day: '2026-11-25' }],
    ['the same words of the payer on the next day, without a number', { day: '2026-11-24', reference: '' }],
    [
      'our reference in other words on the next day, without a number',
      { day: '2026-11-24', reference: '', details: 'POSTED K7M4-9QX' },
    ],
    ['another description', { details: 'CREDIT TRANSFER K7M4 9QX' }],
  ])('is a likely duplicate with %s', (_how, change) => {
    const other = { ...line, ...change };
    expect([isLikelyDuplicate(line, other), isLikelyDuplicate(other, line)]).toEqual([true, true]);
  });

  it.each([
    ['another person paid', { reference: 'NCB 0077124', payer: 'Tamara Grant' }],
    ['another person paid, in another format', { written: 'b', reference: '', payer: 'Tamara Grant' }],
    ['a relative paid', { written: 'b', reference: '', payer: 'Tamara Brown' }],
    ['the same format shows another number', { reference: 'NCB 0077124' }],
    ['it names another of our references', { written: 'b', reference: '', details: 'trf 9X4K-7MM' }],
    ['the same format shows it two days later under another number', { day: '2026-11-25', reference: 'NCB 0077124' }],
    ['the same format shows other words on the next day', { day: '2026-11-24', reference: '', details: 'RENT' }],
    ['the same number comes four days later', { day: '2026-11-27' }],
  ])('is no duplicate if %s', (_how, change) => {
    const other = { ...line, ...change };
    expect([isLikelyDuplicate(line, other), isLikelyDuplicate(other, line)]).toEqual([false, false]);
  });

  it('without numbers and payer is compared by its description in one format, and unclear in two', () => {
    expect(isLikelyDuplicate(bare, { ...bare, details: 'COUNTER 2' })).toBe(true);
    expect(isLikelyDuplicate(bare, { ...bare, details: 'STANDING ORDER' })).toBe(false);
    expect(isLikelyDuplicate(bare, { ...bare, details: 'STANDING ORDER', written: 'b' })).toBe(true);
    expect(isLikelyDuplicate({ ...bare, written: '' }, { ...bare, details: 'STANDING ORDER', written: '' })).toBe(true);
    expect(isLikelyDuplicate(bare, { ...bare, written: 'b', day: '2026-11-24' })).toBe(false);
  });
});

describe('a line in the same statement', () => {
  it('is repeated if it has the same unique number within three days', () => {
    expect(isRepeatedInUpload(line, { ...line, details: 'POSTED K7M4-9QX' })).toBe(true);
    expect(isRepeatedInUpload(line, { ...line, day: '2026-11-26' })).toBe(true);
  });

  it.each([
    ['it comes later', { day: '2026-11-27' }],
    ['it has another number', { reference: 'NCB 0077124' }],
    ['it is another transfer of a batch', { payer: 'Tamara Grant' }],
  ])('is another payment if %s', (_how, change) =>
    expect(isRepeatedInUpload(line, { ...line, ...change })).toBe(false),
  );

  it('is another payment if neither has a unique number', () =>
    expect(isRepeatedInUpload(bare, { ...bare, details: 'COUNTER 2' })).toBe(false));
});

describe('a manual entry', () => {
  const withAccount = (account: string) => ({ ...line, account });
  const entryOf = (account: string) => ({ day: line.day, payer: 'Ina Brown', account });

  it.each([
    ['with zeros in front', '404512345', '000404512345'],
    ['with its branch in front', '404512345', '20100-404512345'],
    ['with its end shown by the bank', 'XXXXX2345', '404512345'],
    ['with both ends shown by the bank', '40**** 2345', '404512345'],
    ['that the bank hides', '*********', '404512345'],
  ])('may be the line of an account %s', (_how, one, other) => {
    expect([
      matchesManualEntry(withAccount(one), entryOf(other)),
      matchesManualEntry(withAccount(other), entryOf(one)),
    ]).toEqual([true, true]);
  });

  it.each([
    ['another account', '404512345', '777888999'],
    ['another account with its end shown', 'XXXXX8999', '404512345'],
  ])('is no line of %s', (_how, one, other) => {
    expect([
      matchesManualEntry(withAccount(one), entryOf(other)),
      matchesManualEntry(withAccount(other), entryOf(one)),
    ]).toEqual([false, false]);
  });
});
