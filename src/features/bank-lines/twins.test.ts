import { describe, expect, it } from 'vitest';
import { isThatMoney, mayBeSame, type StatedLine } from './twins.ts';

const line: StatedLine = {
  ...{ day: '2026-11-23', written: 'a', reference: 'NCB 0077123', details: 'TRF K7M4-9QX', payer: 'Ina Brown' },
};
const bare: StatedLine = { ...line, reference: '', payer: '', details: 'COUNTER' };

describe('a line in another statement', () => {
  it.each([
    ['other spacing and capitals', { reference: 'ncb-77123' }],
    [
      'other columns: the number among the words',
      { written: 'b', reference: '', details: 'trf ina 77123 x', payer: '' },
    ],
    ['another number in another export', { written: 'b', reference: 'FT26328/9' }],
    ['no payer, no number', { written: 'b', reference: '', details: 'CREDIT TRANSFER', payer: '' }],
    ['a name that is cut', { written: 'b', reference: '', payer: 'BROWN INA M' }],
    ['a name that is cut within a word', { written: 'b', reference: '', payer: 'INA BRO' }],
    ['a name that is cut, the same number beside it', { payer: 'Ina Br' }],
    ['a first name by its letter', { written: 'b', reference: '', payer: 'BROWN I.' }],
    ['booked two days later', { written: 'b', day: '2026-11-25' }],
    ['another payer under the number that a bank gives once', { written: 'b', payer: 'Tamara Grant' }],
    ['another reference of ours under it, as whoever pays writes those', { written: 'b', details: 'trf 9X4K-7MM' }],
    ['described in another way', { details: 'CREDIT TRANSFER K7M4 9QX' }],
  ])('may be the same: %s', (_how, change) => {
    const other = { ...line, ...change };
    expect([mayBeSame(line, other), mayBeSame(other, line)]).toEqual([true, true]);
  });

  it.each([
    ['somebody else paid', { reference: 'NCB 0077124', payer: 'Tamara Grant' }],
    ['somebody else paid, elsewhere', { written: 'b', reference: '', payer: 'Tamara Grant' }],
    ['somebody of the same family paid', { written: 'b', reference: '', payer: 'Tamara Brown' }],
    ['the same statement numbers it otherwise', { reference: 'NCB 0077124' }],
    ['it names another reference of ours', { written: 'b', reference: '', details: 'trf 9X4K-7MM' }],
    ['two days later in the same statement', { day: '2026-11-25' }],
  ])('is another: %s', (_how, change) => {
    const other = { ...line, ...change };
    expect([mayBeSame(line, other), mayBeSame(other, line)]).toEqual([false, false]);
  });

  it('that says nothing but its words is told by them, of one bank; of two it cannot be told', () => {
    expect(mayBeSame(bare, { ...bare, details: 'COUNTER 2' })).toBe(true);
    expect(mayBeSame(bare, { ...bare, details: 'STANDING ORDER' })).toBe(false);
    expect(mayBeSame(bare, { ...bare, details: 'STANDING ORDER', written: 'b' })).toBe(true);
    expect(mayBeSame({ ...bare, written: '' }, { ...bare, details: 'STANDING ORDER', written: '' })).toBe(true);
    expect(mayBeSame(bare, { ...bare, written: 'b', day: '2026-11-24' })).toBe(false);
  });
});

describe('what somebody wrote down by hand', () => {
  const ofAccount = (account: string) => ({ ...line, account });
  const byHand = (account: string) => ({ day: line.day, payer: 'Ina Brown', account });

  it.each([
    ['with zeros in front', '404512345', '000404512345'],
    ['with its branch in front', '404512345', '20100-404512345'],
    ['of which the bank shows the end', 'XXXXX2345', '404512345'],
    ['of which the bank shows both ends', '40**** 2345', '404512345'],
    ['of which the bank shows nothing', '*********', '404512345'],
  ])('may be the line of an account %s', (_how, one, other) => {
    expect([isThatMoney(ofAccount(one), byHand(other)), isThatMoney(ofAccount(other), byHand(one))]).toEqual([
      true,
      true,
    ]);
  });

  it.each([
    ['another account', '404512345', '777888999'],
    ['another account, of which the end is shown', 'XXXXX8999', '404512345'],
  ])('is no line of %s', (_how, one, other) => {
    expect([isThatMoney(ofAccount(one), byHand(other)), isThatMoney(ofAccount(other), byHand(one))]).toEqual([
      false,
      false,
    ]);
  });
});
