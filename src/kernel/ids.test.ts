import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isUuid, orderReference, readReference } from './ids.ts';

const bytes = fc.uint8Array({ minLength: 7, maxLength: 16 });

describe('order references', () => {
  it('are four and three letters that nobody mistakes for others', () => {
    fc.assert(
      fc.property(bytes, (random) => {
        expect(orderReference(random)).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{3}$/);
      }),
    );
    fc.assert(
      fc.property(bytes, (random) => {
        expect(orderReference(random)).not.toMatch(/[01258BILOSUZ]/);
      }),
    );
  });

  it('need seven bytes', () => expect(() => orderReference(new Uint8Array(6))).toThrow());

  it('are read as people write them: small letters, blanks, no dash', () => {
    fc.assert(
      fc.property(bytes, fc.nat({ max: 8 }), (random, place) => {
        const written = orderReference(random);
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
});
