import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyedHash, type SealingKeys, seal, sealingKey, unseal } from './sealed.ts';

const keys: SealingKeys = [sealingKey('a secret of the test, long enough')];
const context = 'trn of somebody';

test('what was sealed opens to the same text, and looks different every time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (raw) => {
      const text = raw.toWellFormed();
      const sealed = seal(keys, text, context);
      expect(unseal(keys, sealed, context)).toBe(text);
      expect(seal(keys, text, context)).not.toBe(sealed);
    }),
  );
});

test('the sealed form tells nothing of the text', () => {
  expect(seal(keys, '123456789', context)).not.toContain('123456789');
  expect(
    Buffer.from(seal(keys, '123456789', context).split('.')[2] ?? '', 'base64url').toString('latin1'),
  ).not.toContain('123456789');
});

test('a single changed bit is noticed wherever it is', () => {
  const [form, id, packed = ''] = seal(keys, '123456789', context).split('.');
  const bytes = Buffer.from(packed, 'base64url');
  for (let at = 0; at < bytes.length * 8; at++) {
    const changed = Buffer.from(bytes);
    changed[at >> 3] = (changed[at >> 3] ?? 0) ^ (1 << (at & 7));
    expect(() => unseal(keys, `${form}.${id}.${changed.toString('base64url')}`, context)).toThrow();
  }
});

test('a value that was moved to another person does not open', () => {
  expect(() => unseal(keys, seal(keys, '123456789', context), 'trn of somebody else')).toThrow();
});

test('a cut off value does not open', () => {
  const sealed = seal(keys, '123456789', context);
  for (let length = 0; length < sealed.length; length++)
    expect(() => unseal(keys, sealed.slice(0, length), context)).toThrow();
});

test('a new key seals while the old one still opens; without it the value stays shut', () => {
  const old = seal(keys, '123456789', context);
  const both: SealingKeys = [sealingKey('a newer secret, also long enough'), ...keys];
  expect(unseal(both, old, context)).toBe('123456789');
  expect(() => unseal([both[0]], old, context)).toThrow('not here');
  expect(() => unseal(keys, seal(both, '123456789', context), context)).toThrow('not here');
});

test('fingerprints of one text are alike under one key only', () => {
  expect(keyedHash(keys, 'x')).toBe(keyedHash(keys, 'x'));
  expect(keyedHash(keys, 'x')).not.toBe(keyedHash([sealingKey('another secret altogether')], 'x'));
});
