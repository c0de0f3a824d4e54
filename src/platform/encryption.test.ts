import { randomBytes } from 'node:crypto';
import { Readable, type Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decryptText,
  deriveEncryptionKey,
  type EncryptionKeys,
  encryptText,
  keyedHash,
} from './database/column-encryption.ts';
import {
  createDecryptStream,
  createEncryptStream,
  getEncryptedSize,
  type KeyRing,
  readKeyRing,
} from './files/file-encryption.ts';

const [newKey, oldKey] = [randomBytes(32), randomBytes(32)];
const ring: KeyRing = {
  current: '2026a',
  keys: new Map([
    ['2026a', newKey],
    ['2025', oldKey],
  ]),
};
const fileId = '01990000-0000-7000-8000-000000000001';
const chunkBytes = 64 * 1024;

function pipe(bytes: Buffer, transform: Transform, size = 10_000): Promise<Buffer> {
  const parts = [];
  for (let offset = 0; offset < bytes.length; offset += size) parts.push(bytes.subarray(offset, offset + size));
  const from = Readable.from(parts);
  return buffer(from.pipe(transform));
}
const encrypt = (bytes: Buffer, keys = ring) => pipe(bytes, createEncryptStream(keys, fileId));
const decrypt = (bytes: Buffer, { keys = ring, id = fileId, size = 10_000 } = {}) =>
  pipe(bytes, createDecryptStream(keys, id), size);

describe('a stored file', () => {
  test.each([0, 1, chunkBytes - 1, chunkBytes, chunkBytes + 1, 3 * chunkBytes, 3 * chunkBytes + 17])(
    'of %i bytes decrypts to the same content',
    async (n) => {
      const plain = randomBytes(n);
      const encrypted = await encrypt(plain);
      expect(encrypted.length).toBe(getEncryptedSize(n, '2026a'));
      for (const size of [7_777, 65_552, 1_000_000])
        expect((await decrypt(encrypted, { size })).equals(plain)).toBe(true);
    },
  );

  test('reveals nothing of its content, and each ciphertext differs', async () => {
    const plain = Buffer.from('Marcia Henry, TRN 123456789. '.repeat(50));
    const [first, second] = [await encrypt(plain), await encrypt(plain)];
    expect(first.includes('Marcia')).toBe(false);
    expect(first.equals(second)).toBe(false);
  });

  test('of an older key decrypts while the key ring has it', async () => {
    const plain = randomBytes(1000);
    const oldRing = await encrypt(plain, { current: '2025', keys: ring.keys });
    expect((await decrypt(oldRing)).equals(plain)).toBe(true);
  });
});

describe('a stored file that was changed', () => {
  test('does not decrypt when a bit of any byte was changed', async () => {
    const encrypted = await encrypt(randomBytes(200));
    for (const [index, byte] of encrypted.entries()) {
      const changed = Buffer.from(encrypted);
      changed[index] = byte ^ (1 << (index & 7));
      await expect(decrypt(changed)).rejects.toThrow();
    }
  });

  test('does not decrypt when it was truncated or extended', async () => {
    const encrypted = await encrypt(randomBytes(2 * chunkBytes + 100));
    const edges = [0, 3, 5, 20, 42, chunkBytes + 16, chunkBytes + 58, 2 * (chunkBytes + 16) + 42, encrypted.length - 1];
    for (const offset of edges) await expect(decrypt(encrypted.subarray(0, offset))).rejects.toThrow();
    await fc.assert(
      fc.asyncProperty(fc.nat(encrypted.length - 1), async (offset) => {
        await expect(decrypt(encrypted.subarray(0, offset))).rejects.toThrow();
      }),
      { numRuns: 100 },
    );
    await expect(decrypt(Buffer.concat([encrypted, Buffer.from([0])]))).rejects.toThrow();
  });

  test('does not decrypt when its chunks were reordered, dropped or repeated', async () => {
    const encrypted = await encrypt(randomBytes(3 * chunkBytes));
    const headerBytes = encrypted.length - 3 * (chunkBytes + 16);
    const part = (n: number) =>
      encrypted.subarray(headerBytes + n * (chunkBytes + 16), headerBytes + (n + 1) * (chunkBytes + 16));
    for (const indexes of [
      [1, 0, 2],
      [0, 2, 1],
      [0, 2],
      [1, 2],
      [0, 1],
      [0, 0, 1, 2],
      [0, 1, 2, 2],
    ])
      await expect(
        decrypt(Buffer.concat([encrypted.subarray(0, headerBytes), ...indexes.map(part)])),
      ).rejects.toThrow();
  });

  test('does not decrypt as another file, with another key or without its key', async () => {
    const encrypted = await encrypt(randomBytes(100));
    await expect(decrypt(encrypted, { id: '01990000-0000-7000-8000-000000000002' })).rejects.toThrow();
    await expect(
      decrypt(encrypted, { keys: { current: '2026a', keys: new Map([['2026a', oldKey]]) } }),
    ).rejects.toThrow();
    await expect(decrypt(encrypted, { keys: { current: '2025', keys: new Map([['2025', oldKey]]) } })).rejects.toThrow(
      'ring',
    );
  });
});

describe('a key ring', () => {
  const key = () => randomBytes(32).toString('base64');
  test('has its newest key first', () => {
    expect(readKeyRing(`b:${key()}, a:${key()}`)).toMatchObject({ current: 'b' });
  });
  test.each([
    '',
    'a:',
    'a:short',
    `a:${Buffer.alloc(32).toString('base64')}`,
    `${key()}`,
    `a:${key()},a:${key()}`,
    `a b:${key()}`,
  ])('rejects %s', (text) => expect(readKeyRing(text)).toBeNull());
});

describe('an encrypted column', () => {
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
});
