import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decryptText, deriveEncryptionKey, type EncryptionKeys, encryptText, keyedHash } from './column-encryption.ts';

const keys: EncryptionKeys = [deriveEncryptionKey('a secret of the test, long enough')];
const context = 'trn of user 1';

test('a value decrypts to the same text, and each ciphertext differs', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (raw) => {
      const text = raw.toWellFormed();
      const encrypted = encryptText(keys, text, context);
      expect(decryptText(keys, encrypted, context)).toBe(text);
      expect(encryptText(keys, text, context)).not.toBe(encrypted);
    }),
  );
});

test('the ciphertext reveals nothing about the text', () => {
  expect(encryptText(keys, '123456789', context)).not.toContain('123456789');
  expect(
    Buffer.from(encryptText(keys, '123456789', context).split('.')[2] ?? '', 'base64url').toString('latin1'),
  ).not.toContain('123456789');
});

test('a single changed bit is detected anywhere', () => {
  const [version, id, payload = ''] = encryptText(keys, '123456789', context).split('.');
  const bytes = Buffer.from(payload, 'base64url');
  for (let index = 0; index < bytes.length * 8; index++) {
    const changed = Buffer.from(bytes);
    changed[index >> 3] = (changed[index >> 3] ?? 0) ^ (1 << (index & 7));
    expect(() => decryptText(keys, `${version}.${id}.${changed.toString('base64url')}`, context)).toThrow();
  }
});

test('a value moved to another user does not decrypt', () => {
  expect(() => decryptText(keys, encryptText(keys, '123456789', context), 'trn of user 2')).toThrow();
});

test('a truncated value does not decrypt', () => {
  const encrypted = encryptText(keys, '123456789', context);
  for (let length = 0; length < encrypted.length; length++)
    expect(() => decryptText(keys, encrypted.slice(0, length), context)).toThrow();
});

test('a new key encrypts while the old one still decrypts; without it decryption fails', () => {
  const encrypted = encryptText(keys, '123456789', context);
  const newerKeys: EncryptionKeys = [deriveEncryptionKey('a newer secret, also long enough'), ...keys];
  expect(decryptText(newerKeys, encrypted, context)).toBe('123456789');
  expect(() => decryptText([newerKeys[0]], encrypted, context)).toThrow('not in the ring');
  expect(() => decryptText(keys, encryptText(newerKeys, '123456789', context), context)).toThrow('not in the ring');
});

test('match hashes of one text are equal under the same key only', () => {
  expect(keyedHash(keys, 'x')).toBe(keyedHash(keys, 'x'));
  expect(keyedHash(keys, 'x')).not.toBe(keyedHash([deriveEncryptionKey('an unrelated secret')], 'x'));
});
