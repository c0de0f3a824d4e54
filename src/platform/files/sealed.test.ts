import { randomBytes } from 'node:crypto';
import { Readable, type Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readKeyRing } from './key-ring.ts';
import { type KeyRing, seal, sealedBytes, unseal } from './sealed.ts';

const [one, two] = [randomBytes(32), randomBytes(32)];
const ring: KeyRing = {
  current: '2026a',
  keys: new Map([
    ['2026a', one],
    ['2025', two],
  ]),
};
const fileId = '01990000-0000-7000-8000-000000000001';
const piece = 64 * 1024;

/** Sends bytes through in pieces of any size. */
function flow(bytes: Buffer, into: Transform, size = 10_000): Promise<Buffer> {
  const parts = [];
  for (let at = 0; at < bytes.length; at += size) parts.push(bytes.subarray(at, at + size));
  const from = Readable.from(parts);
  return buffer(from.pipe(into));
}
const sealed = (bytes: Buffer, keys = ring) => flow(bytes, seal(keys, fileId));
const opened = (bytes: Buffer, { keys = ring, id = fileId, size = 10_000 } = {}) => flow(bytes, unseal(keys, id), size);

describe('a file at rest', () => {
  test.each([0, 1, piece - 1, piece, piece + 1, 3 * piece, 3 * piece + 17])(
    'of %i bytes comes back as it was',
    async (n) => {
      const plain = randomBytes(n);
      const kept = await sealed(plain);
      expect(kept.length).toBe(sealedBytes(n, '2026a'));
      for (const size of [7_777, 65_552, 1_000_000]) expect((await opened(kept, { size })).equals(plain)).toBe(true);
    },
  );

  test('shows nothing of what it holds, and is another one each time', async () => {
    const plain = Buffer.from('Marcia Henry, TRN 123456789. '.repeat(50));
    const [first, second] = [await sealed(plain), await sealed(plain)];
    expect(first.includes('Marcia')).toBe(false);
    expect(first.equals(second)).toBe(false);
  });

  test('of an older key still opens while the ring holds it', async () => {
    const plain = randomBytes(1000);
    const old = await sealed(plain, { current: '2025', keys: ring.keys });
    expect((await opened(old)).equals(plain)).toBe(true);
  });
});

describe('a file at rest that somebody tampered with', () => {
  test('does not open when any bit of it was changed', async () => {
    const kept = await sealed(randomBytes(200));
    await fc.assert(
      fc.asyncProperty(fc.nat(kept.length * 8 - 1), async (bit) => {
        const changed = Buffer.from(kept);
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        await expect(opened(changed)).rejects.toThrow();
      }),
      { numRuns: 1_000 },
    );
  });

  test('does not open when it was cut anywhere, or something was added', async () => {
    const kept = await sealed(randomBytes(2 * piece + 100));
    const edges = [0, 3, 5, 20, 42, piece + 16, piece + 58, 2 * (piece + 16) + 42, kept.length - 1];
    for (const at of edges) await expect(opened(kept.subarray(0, at))).rejects.toThrow();
    await fc.assert(
      fc.asyncProperty(fc.nat(kept.length - 1), async (at) => {
        await expect(opened(kept.subarray(0, at))).rejects.toThrow();
      }),
      { numRuns: 100 },
    );
    await expect(opened(Buffer.concat([kept, Buffer.from([0])]))).rejects.toThrow();
  });

  test('does not open when its pieces were put in another order, left out or repeated', async () => {
    const kept = await sealed(randomBytes(3 * piece));
    const head = kept.length - 3 * (piece + 16);
    const part = (n: number) => kept.subarray(head + n * (piece + 16), head + (n + 1) * (piece + 16));
    for (const order of [
      [1, 0, 2],
      [0, 2, 1],
      [0, 2],
      [1, 2],
      [0, 1],
      [0, 0, 1, 2],
      [0, 1, 2, 2],
    ])
      await expect(opened(Buffer.concat([kept.subarray(0, head), ...order.map(part)]))).rejects.toThrow();
  });

  test('does not open as another file, with another key, or with one that is lost', async () => {
    const kept = await sealed(randomBytes(100));
    await expect(opened(kept, { id: '01990000-0000-7000-8000-000000000002' })).rejects.toThrow();
    await expect(opened(kept, { keys: { current: '2026a', keys: new Map([['2026a', two]]) } })).rejects.toThrow();
    await expect(opened(kept, { keys: { current: '2025', keys: new Map([['2025', two]]) } })).rejects.toThrow('ring');
  });
});

describe('a ring of keys', () => {
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
  ])('%s is none', (text) => expect(readKeyRing(text)).toBeNull());
});
