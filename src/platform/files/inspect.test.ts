import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createPicture } from '../../../test/files/good-files.ts';
import { inspect } from './inspect.ts';
import { runUpload } from './resumable-upload.ts';

const folder = mkdtempSync(join(tmpdir(), 'inspect-'));

test('one connection with a hundred accounts leaves queue slots for others', async () => {
  const path = join(folder, 'text');
  writeFileSync(path, 'no picture');
  const ask = (connection: string, account: string) =>
    inspect(path, ['image/jpeg'], { queueKeys: [`around ${connection}`, connection, account] });
  const crowdCalls = Array.from({ length: 120 }, (_, n) => ask('one', `account ${n}`));
  const otherCall = ask('another', 'account');
  const rejected = (await Promise.allSettled(crowdCalls)).filter(({ status }) => status === 'rejected');
  expect(await otherCall).toMatchObject({ rejection: 'unsupported' });
  expect(rejected).toHaveLength(120 - 41);
});

test("twenty pictures of one account delay another's by one of them", async () => {
  const bytes = await createPicture(40, 30).resize(2_000, 1_500).jpeg().toBuffer();
  const finished: string[] = [];
  const ask = async (account: string, n: number) => {
    const path = join(folder, `${account}-${n}`);
    writeFileSync(path, bytes);
    expect(
      await inspect(path, ['image/jpeg'], { queueKeys: [`around ${account}`, `from ${account}`, account] }),
    ).toMatchObject({
      mime: 'image/jpeg',
    });
    finished.push(account);
  };
  await Promise.all([...Array.from({ length: 20 }, (_, n) => ask('one', n)), ask('another', 0)]);
  expect(finished.indexOf('another')).toBeLessThanOrEqual(2);
});

const createNoisePicture = (megapixels: number) =>
  sharp({ create: { width: 4_000, height: megapixels * 250, channels: 3, background: '#246' } });

test.each([
  [
    'a rotated photo of 40 megapixels',
    'image/jpeg',
    () => createNoisePicture(40).withMetadata({ orientation: 6 }).jpeg(),
  ],
  ['a screenshot of 12 megapixels', 'image/png', () => createNoisePicture(12).png()],
  ['a WebP of 10 megapixels', 'image/webp', () => createNoisePicture(10).webp({ lossless: true, effort: 0 })],
])('%s is accepted', async (what, mime, create) => {
  const path = join(folder, what);
  writeFileSync(path, await create().toBuffer());
  expect(await inspect(path, [mime], { queueKeys: ['network', 'connection', 'account'] })).toMatchObject({
    mime,
    path: `${path}.new`,
  });
});

test.each([
  ['a JPEG of 41 megapixels', 'image/jpeg', () => createNoisePicture(41).jpeg()],
  ['a PNG of 13 megapixels', 'image/png', () => createNoisePicture(13).png()],
  [
    'a WebP of 11 megapixels in one kilobyte',
    'image/webp',
    () => createNoisePicture(11).webp({ lossless: true, effort: 0 }),
  ],
  [
    'a PNG of one column of 11 megapixels',
    'image/png',
    () => sharp({ create: { width: 1, height: 11_000_000, channels: 3, background: '#fff' } }).png(),
  ],
])('%s is not decoded, because it would need too much memory or time', async (what, mime, picture) => {
  const path = join(folder, what);
  writeFileSync(path, await picture().toBuffer());
  const rejected = await inspect(path, [mime], { queueKeys: ['network', 'connection', 'account'] });
  expect(rejected).toEqual({ rejection: 'too_many_pixels', mime });
});

describe('plain text', () => {
  const folder = mkdtempSync(join(tmpdir(), 'text-'));
  let fileCount = 0;
  const inspectBytes = (bytes: Buffer | string, allowed: readonly string[] = ['text/plain', 'image/png']) => {
    const path = join(folder, String(++fileCount));
    writeFileSync(path, bytes);
    return inspect(path, allowed, { queueKeys: ['network', 'connection', 'account'] });
  };

  test('a plain text is accepted', async () =>
    expect(await inspectBytes('They said: “double it”\r\n\tin a week.\n')).toMatchObject({ mime: 'text/plain' }));

  test.each<[string, string | Buffer, string]>([
    ['with control signs', 'a\x1b[31mb', 'unsupported'],
    ['in another encoding', Buffer.from('caf\xe9', 'latin1'), 'unsupported'],
    ['with markup', 'see <script>alert(1)</script>', 'mixed'],
  ])('a text %s is rejected', async (_what, bytes, rejection) =>
    expect(await inspectBytes(bytes)).toMatchObject({ rejection }),
  );

  test('a text is rejected where texts are not allowed', async () =>
    expect(await inspectBytes('a text', ['image/png'])).toMatchObject({ rejection: 'unsupported' }));
});

describe('resumable uploads', () => {
  test('concurrent uploads under one name write one at a time', async () => {
    let [activeWrites, maxWriting] = [0, 0];
    const send = () =>
      runUpload({ userId: 'one', uploadId: 'name', stop: () => undefined }, async () => {
        maxWriting = Math.max(maxWriting, ++activeWrites);
        await wait(5);
        activeWrites--;
        return 'done';
      });
    const first = send();
    await wait(1);
    expect(await Promise.all([first, send(), send(), send()])).toEqual(['done', 'done', 'done', 'done']);
    expect(maxWriting).toBe(1);
  });
});
