import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
