import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idAsKept, isUuid, orderReference, orderReferences, readReference } from './ids.ts';

const number = fc.nat({ max: 0x7fffffff }).map((n) => (n * 2) % orderReferences);
const key = fc.uuid();

describe('order references', () => {
  it('are four and three letters that nobody mistakes for others', () => {
    fc.assert(
      fc.property(number, key, (n, k) => {
        expect(orderReference(n, k)).toMatch(/^[34679ACDEFGHJKMNPQRTVWXY]{4}-[34679ACDEFGHJKMNPQRTVWXY]{3}$/);
      }),
    );
  });

  it('are never given twice, however many orders there are', () => {
    fc.assert(
      fc.property(number, key, (from, k) => {
        const many = Math.min(5_000, orderReferences - from);
        expect(new Set(Array.from({ length: many }, (_, n) => orderReference(from + n, k))).size).toBe(many);
      }),
      { numRuns: 20 },
    );
  });

  it('do not tell which order came before, or how many there are', () => {
    fc.assert(
      fc.property(number, key, (n, k) => {
        const some = Array.from({ length: 200 }, (_, at) => orderReference((n + at) % orderReferences, k));
        expect(new Set(some.map((reference) => reference.slice(0, 4))).size).toBeGreaterThan(150);
        expect(some).not.toEqual(some.toSorted());
      }),
    );
  });

  it('differ from one installation to the next', () => {
    const one = orderReference(1, '018f7d2e-0000-4000-8000-000000000001');
    expect(orderReference(1, '018f7d2e-0000-4000-8000-000000000002')).not.toBe(one);
  });

  it('are refused for numbers that have none, and without a key', () => {
    const good = '018f7d2e-0000-4000-8000-000000000001';
    for (const n of [-1, 0.5, Number.NaN, orderReferences]) expect(() => orderReference(n, good)).toThrow();
    expect(() => orderReference(1, 'short')).toThrow();
  });

  it('are read as people write them: small letters, blanks, no dash', () => {
    fc.assert(
      fc.property(number, key, fc.nat({ max: 8 }), (n, k, place) => {
        const written = orderReference(n, k);
        const sloppy = written.toLowerCase().replace('-', '');
        expect(readReference(written)).toBe(written);
        expect(readReference(` ${sloppy.slice(0, place)} ${sloppy.slice(place)}`)).toBe(written);
      }),
    );
  });

  it('are not made up from other text', () => {
    expect(readReference('K7M4-9Q')).toBeNull();
    expect(readReference('K7M4-9QXX')).toBeNull();
    expect(readReference('K7M4-9Q0')).toBeNull();
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = readReference(text);
        if (read !== null) expect(readReference(read)).toBe(read);
      }),
    );
  });
});

describe('uuids', () => {
  it('are recognised in the form the database writes', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect(isUuid(id)).toBe(true);
      }),
    );
    expect(isUuid('0190F3A2-0000-7000-8000-000000000000')).toBe(false);
    expect(isUuid("' or 1=1 --")).toBe(false);
    expect(isUuid('0190f3a2-0000-7000-8000-000000000000\n')).toBe(false);
  });

  it('are kept in small letters, and any other text as it is', () => {
    const id = '0190f3a2-0000-7000-8000-00000000abcd';
    expect([id, id.toUpperCase(), 'TIER2', ''].map(idAsKept)).toEqual([id, id, 'TIER2', '']);
  });
});
