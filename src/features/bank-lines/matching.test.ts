import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderReference } from '../../kernel/ids.ts';
import { type Awaited, isNear, matcherOf, type PaidLine, proposals, referencesIn } from './matching.ts';

const ina = { firstName: 'Ina', lastName: 'Brown', displayName: null };
const due: Awaited = {
  ...{ kind: 'payment', id: 'a', reference: 'K7M4-9QX', asked: [600000n], since: '2026-11-20', ended: false },
  customer: ina,
};
const line: PaidLine = { day: '2026-11-21', minor: 600000n, reference: 'K7M4-9QX', details: '', payer: 'Ina Brown' };
const key = '018f7d2e-0000-4000-8000-000000000001';
const reference = fc.nat().map((number) => orderReference(number, key));
const certain = (one: PaidLine, ...awaited: Awaited[]) => proposals([one], awaited)[0]?.certain;

describe('a line and what it is for', () => {
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
  ])('%j is %s', (details, reason) =>
    expect(matcherOf({ ...line, reference: '', details })(due).reasons).toContain(reason),
  );

  it('is certain where reference, amount, name and day agree', () => {
    expect(certain(line, due)).toBe(true);
    expect(certain({ ...line, reference: 'K7M4-9QQ', payer: 'MRS BROWN, INÁ' }, due)).toBe(true);
  });

  it('is not where the name stands in the words of a transfer alone: whoever sends it writes them', () => {
    const told = { ...line, payer: '', details: 'TRANSFER FROM BROWN INA K7M4-9QX' };
    expect(matcherOf(told)(due).reasons).toContain('name_within');
    expect(certain(told, due)).toBe(false);
  });

  it.each([
    [{ minor: 599900n }],
    [{ payer: 'Tamara Grant' }],
    [{ payer: '' }],
    [{ day: '2026-11-19' }],
    [{ reference: 'NCB 1' }],
  ])('is not with %o', (other) => expect(certain({ ...line, ...other }, due)).toBe(false));

  it('is not where another fits as well, two lines claim one, or it ended', () => {
    expect(certain(line, due, { ...due, id: 'b', reference: 'K7M4-9QQ' })).toBe(false);
    expect(certain(line, { ...due, ended: true })).toBe(false);
    expect(proposals([line, line], [due]).map(({ certain: sure }) => sure)).toEqual([false, false]);
  });

  it('is never certain with another amount or another name, whatever else is said', () => {
    const some = fc.record({
      minor: fc.bigInt({ min: 1n, max: 10n ** 9n }),
      payer: fc.constantFrom('Ina Brown', 'Una Brown', 'Brown', ''),
      details: fc.string({ maxLength: 40 }),
    });
    fc.assert(
      fc.property(some, (told) => {
        const wrong = told.minor !== 600000n || told.payer !== 'Ina Brown';
        if (wrong) expect(certain({ ...line, ...told }, due)).toBe(false);
        const { score } = matcherOf({ ...line, ...told })(due);
        expect(score >= 0 && score <= 100).toBe(true);
      }),
    );
  });
});

describe('a reference with one slip', () => {
  const letters = '34679ACDEFGHJKMNPQRTVWXY';
  it('is found, and itself is found however it is written', () => {
    fc.assert(
      fc.property(reference, fc.nat({ max: 6 }), fc.constantFrom(...letters), (whole, at, sign) => {
        const plain = whole.replace('-', '');
        const put = (middle: string, skip: number) => plain.slice(0, at) + middle + plain.slice(at + skip);
        const swapped = put(`${plain.charAt(at + 1)}${plain.charAt(at)}`, 2);
        for (const slip of [put(sign, 1), put('', 1), put(sign, 0), put('O', 1), swapped]) {
          expect(isNear(slip, plain)).toBe(true);
          const [found] = matcherOf({ ...line, reference: '', details: `ina ${slip} x` })({
            ...due,
            reference: whole,
          }).reasons;
          expect(found).toBe(`INA${slip}X`.includes(plain) ? 'reference_same' : 'reference_near');
        }
        expect(referencesIn({ reference: '', details: `from ina ${whole.toLowerCase()} x` })).toContain(whole);
      }),
    );
  });

  it('two slips are another reference', () => {
    fc.assert(
      fc.property(reference, reference, (one, other) => {
        const [a, b] = [one.replace('-', ''), other.replace('-', '')];
        const differ = [...a].filter((sign, at) => sign !== b[at]).length;
        if (isNear(a, b)) expect(differ).toBeLessThanOrEqual(2);
        if (differ <= 1) expect(isNear(a, b)).toBe(true);
      }),
    );
  });
});
