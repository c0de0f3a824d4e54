import { describe, expect, it } from 'vitest';
import { mayBeSame, type StatedLine } from './twins.ts';

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
    ['booked two days later', { written: 'b', day: '2026-11-25' }],
    ['described in another way', { details: 'CREDIT TRANSFER K7M4 9QX' }],
  ])('may be the same: %s', (_how, change) => {
    const other = { ...line, ...change };
    expect([mayBeSame(line, other), mayBeSame(other, line)]).toEqual([true, true]);
  });

  it.each([
    ['somebody else paid', { payer: 'Tamara Grant' }],
    ['somebody else paid, elsewhere', { written: 'b', reference: '', payer: 'Tamara Grant' }],
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
