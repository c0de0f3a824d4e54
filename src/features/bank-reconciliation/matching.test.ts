import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatReference } from '../../kernel/order-reference.ts';
import {
  createMatcher,
  type ExpectedPayment,
  isOneSlipAway,
  type PaidLine,
  parseReferences,
  proposeAll,
} from './matching.ts';

const ina = { firstName: 'Ina', lastName: 'Brown', displayName: null };
const due: ExpectedPayment = {
  ...{ kind: 'payment', id: 'a', reference: 'K7M4-9QX', acceptedAmounts: [600000n], since: '2026-11-20', ended: false },
  customer: ina,
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
          expect(isOneSlipAway(slip, plain)).toBe(true);
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
        if (isOneSlipAway(a, b)) expect(differ).toBeLessThanOrEqual(2);
        if (differ <= 1) expect(isOneSlipAway(a, b)).toBe(true);
      }),
    );
  });
});
