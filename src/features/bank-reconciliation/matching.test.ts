import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatReference } from '../../kernel/order-reference.ts';
import { type ComparableLine, isLikelyDuplicate, isRepeatedInUpload, matchesManualEntry } from './duplicate-lines.ts';
import {
  createMatcher,
  type ExpectedPayment,
  isOneTypoAway,
  type PaidLine,
  parseReferences,
  proposeAll,
} from './matching.ts';

const buyer = { firstName: 'Ina', lastName: 'Brown', displayName: null };
const due: ExpectedPayment = {
  ...{ kind: 'payment', id: 'a', reference: 'K7M4-9QX', acceptedAmounts: [600000n], since: '2026-11-20', ended: false },
  customer: buyer,
};
const line: PaidLine = { day: '2026-11-21', minor: 600000n, reference: 'K7M4-9QX', details: '', payer: 'Ina Brown' };
const key = '018f7d2e-0000-4000-8000-000000000001';
const reference = fc.nat().map((number) => formatReference(number, key));
const certain = (one: PaidLine, ...awaited: ExpectedPayment[]) => proposeAll([one], awaited)[0]?.certain;

describe('matching a line', () => {
  it.each([
    ['k7m4 9qx', 'reference_same'],
    ['PAYMENT REF:K7M49QX THANK YOU', 'reference_same'],
    ['K7M4-9QQ', 'reference_near'],
    ['K7M4-9X', 'reference_near'],
    ['K7M44-9QX', 'reference_near'],
    ['7KM4-9QX', 'reference_near'],
    ['K7O4-9QX', 'reference_near'],
    ['K7QQ-9QX', 'reference_other'],
    ['', 'reference_other'],
  ])('reads %j as %s', (details, reason) =>
    expect(createMatcher({ ...line, reference: '', details })(due).reasons).toContain(reason),
  );

  it('is certain if reference, amount, name and day agree', () => {
    expect(certain(line, due)).toBe(true);
    expect(certain({ ...line, reference: 'K7M4-9QQ', payer: 'MRS BROWN, INÁ' }, due)).toBe(true);
  });

  it('is not certain if only the description names the customer', () => {
    const fields = { ...line, payer: '', details: 'TRANSFER FROM BROWN INA K7M4-9QX' };
    expect(createMatcher(fields)(due).reasons).toContain('name_within');
    expect(certain(fields, due)).toBe(false);
  });

  it.each([
    [{ minor: 599900n }],
    [{ payer: 'Tamara Grant' }],
    [{ payer: '' }],
    [{ day: '2026-11-19' }],
    [{ reference: 'NCB 1' }],
  ])('is not certain with %o', (other) => expect(certain({ ...line, ...other }, due)).toBe(false));

  it('is not certain with a second candidate, two claiming lines or an ended payment', () => {
    expect(certain(line, due, { ...due, id: 'b', reference: 'K7M4-9QQ' })).toBe(false);
    expect(certain(line, { ...due, ended: true })).toBe(false);
    expect(proposeAll([line, line], [due]).map(({ certain: isCertain }) => isCertain)).toEqual([false, false]);
  });

  it('is never certain with another amount or name', () => {
    const some = fc.record({
      minor: fc.bigInt({ min: 1n, max: 10n ** 9n }),
      payer: fc.constantFrom('Ina Brown', 'Una Brown', 'Brown', ''),
      details: fc.string({ maxLength: 40 }),
    });
    fc.assert(
      fc.property(some, (fields) => {
        const isWrong = fields.minor !== 600000n || fields.payer !== 'Ina Brown';
        if (isWrong) expect(certain({ ...line, ...fields }, due)).toBe(false);
        const { score } = createMatcher({ ...line, ...fields })(due);
        expect(score >= 0 && score <= 100).toBe(true);
      }),
    );
  });
});

describe('a reference with one slip', () => {
  const letters = '34679ACDEFGHJKMNPQRTVWXY';
  it('is found, and a correct one is found in any notation', () => {
    fc.assert(
      fc.property(reference, fc.nat({ max: 6 }), fc.constantFrom(...letters), (whole, at, sign) => {
        const plain = whole.replace('-', '');
        const put = (middle: string, skip: number) => plain.slice(0, at) + middle + plain.slice(at + skip);
        const swapped = put(`${plain.charAt(at + 1)}${plain.charAt(at)}`, 2);
        for (const slip of [put(sign, 1), put('', 1), put(sign, 0), put('O', 1), swapped]) {
          expect(isOneTypoAway(slip, plain)).toBe(true);
          const [found] = createMatcher({ ...line, reference: '', details: `ina ${slip} x` })({
            ...due,
            reference: whole,
          }).reasons;
          expect(found).toBe(`INA${slip}X`.includes(plain) ? 'reference_same' : 'reference_near');
        }
        expect(parseReferences({ reference: '', details: `from ina ${whole.toLowerCase()} x` })).toContain(whole);
      }),
    );
  });

  it('with two slips is another reference', () => {
    fc.assert(
      fc.property(reference, reference, (one, other) => {
        const [a, b] = [one.replace('-', ''), other.replace('-', '')];
        const differ = [...a].filter((sign, at) => sign !== b[at]).length;
        if (isOneTypoAway(a, b)) expect(differ).toBeLessThanOrEqual(2);
        if (differ <= 1) expect(isOneTypoAway(a, b)).toBe(true);
      }),
    );
  });
});

const uploaded: ComparableLine = {
  ...{ day: '2026-11-23', written: 'a', reference: 'NCB 0077123', details: 'TRF K7M4-9QX', payer: 'Ina Brown' },
};
const bare: ComparableLine = { ...uploaded, reference: '', payer: '', details: 'COUNTER' };

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
    const other = { ...uploaded, ...change };
    expect([isLikelyDuplicate(uploaded, other), isLikelyDuplicate(other, uploaded)]).toEqual([true, true]);
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
    const other = { ...uploaded, ...change };
    expect([isLikelyDuplicate(uploaded, other), isLikelyDuplicate(other, uploaded)]).toEqual([false, false]);
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
    expect(isRepeatedInUpload(uploaded, { ...uploaded, details: 'POSTED K7M4-9QX' })).toBe(true);
    expect(isRepeatedInUpload(uploaded, { ...uploaded, day: '2026-11-26' })).toBe(true);
  });

  it.each([
    ['it comes later', { day: '2026-11-27' }],
    ['it has another number', { reference: 'NCB 0077124' }],
    ['it is another transfer of a batch', { payer: 'Tamara Grant' }],
  ])('is another payment if %s', (_how, change) =>
    expect(isRepeatedInUpload(uploaded, { ...uploaded, ...change })).toBe(false),
  );

  it('is another payment if neither has a unique number', () =>
    expect(isRepeatedInUpload(bare, { ...bare, details: 'COUNTER 2' })).toBe(false));
});

describe('a manual entry', () => {
  const withAccount = (account: string) => ({ ...uploaded, account });
  const entryOf = (account: string) => ({ day: uploaded.day, payer: 'Ina Brown', account });

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
