import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatReference, parseReference, referenceCount } from './order-reference.ts';
import { isUuid, normalizeUuid } from './uuid.ts';

describe('uuids', () => {
  it('are recognised in the form that the database writes', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect(isUuid(id)).toBe(true);
      }),
    );
    expect(isUuid('0190F3A2-0000-7000-8000-000000000000')).toBe(false);
    expect(isUuid("' or 1=1 --")).toBe(false);
    expect(isUuid('0190f3a2-0000-7000-8000-000000000000\n')).toBe(false);
  });

  it('are normalized to lower case; other text is unchanged', () => {
    const id = '0190f3a2-0000-7000-8000-00000000abcd';
    expect([id, id.toUpperCase(), 'TIER2', ''].map(normalizeUuid)).toEqual([id, id, 'TIER2', '']);
  });
});

const number = fc.nat({ max: 0x7fffffff }).map((n) => (n * 2) % referenceCount);
const key = fc.uuid();

describe('order references', () => {
  it('have four and three letters without look-alikes', () => {
    fc.assert(
      fc.property(number, key, (n, referenceKey) => {
        expect(formatReference(n, referenceKey)).toMatch(
          /^[34679ACDEFGHJKMNPQRTVWXY]{4}-[34679ACDEFGHJKMNPQRTVWXY]{3}$/,
        );
      }),
    );
  });

  it('are unique for any number of orders', () => {
    fc.assert(
      fc.property(number, key, (from, referenceKey) => {
        const count = Math.min(5_000, referenceCount - from);
        expect(new Set(Array.from({ length: count }, (_, n) => formatReference(from + n, referenceKey))).size).toBe(
          count,
        );
      }),
      { numRuns: 5 },
    );
  });

  it('reveal neither the sequence nor the number of orders', () => {
    fc.assert(
      fc.property(number, key, (n, referenceKey) => {
        const references = Array.from({ length: 200 }, (_, index) =>
          formatReference((n + index) % referenceCount, referenceKey),
        );
        expect(new Set(references.map((reference) => reference.slice(0, 4))).size).toBeGreaterThan(150);
        expect(references).not.toEqual(references.toSorted());
      }),
    );
  });

  it('differ between installations', () => {
    const firstReference = formatReference(1, '018f7d2e-0000-4000-8000-000000000001');
    expect(formatReference(1, '018f7d2e-0000-4000-8000-000000000002')).not.toBe(firstReference);
  });

  it('are rejected for numbers out of range and for an invalid key', () => {
    const good = '018f7d2e-0000-4000-8000-000000000001';
    for (const n of [-1, 0.5, Number.NaN, referenceCount]) expect(() => formatReference(n, good)).toThrow();
    expect(() => formatReference(1, 'short')).toThrow();
  });

  it('are parsed as people write them: lower case, spaces, no dash', () => {
    fc.assert(
      fc.property(number, key, fc.nat({ max: 8 }), (n, referenceKey, spaceAt) => {
        const written = formatReference(n, referenceKey);
        const untidy = written.toLowerCase().replace('-', '');
        expect(parseReference(written)).toBe(written);
        expect(parseReference(` ${untidy.slice(0, spaceAt)} ${untidy.slice(spaceAt)}`)).toBe(written);
      }),
    );
  });

  it('are not parsed from other text', () => {
    expect(parseReference('K7M4-9Q')).toBeNull();
    expect(parseReference('K7M4-9QXX')).toBeNull();
    expect(parseReference('K7M4-9Q0')).toBeNull();
    fc.assert(
      fc.property(fc.string(), (text) => {
        const parsed = parseReference(text);
        if (parsed !== null) expect(parseReference(parsed)).toBe(parsed);
      }),
    );
  });
});
