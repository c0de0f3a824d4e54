import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { picture } from '../../../test/files/good-files.ts';
import { inspect } from './inspect.ts';

const folder = mkdtempSync(join(tmpdir(), 'inspect-'));

test('one connection with a hundred accounts leaves the others a place to wait', async () => {
  const path = join(folder, 'text');
  writeFileSync(path, 'no picture');
  const ask = (connection: string, account: string) =>
    inspect(path, ['image/jpeg'], [`around ${connection}`, connection, account]);
  const crowd = Array.from({ length: 120 }, (_, n) => ask('one', `account ${n}`));
  const other = ask('another', 'account');
  const told = (await Promise.allSettled(crowd)).filter(({ status }) => status === 'rejected');
  expect(await other).toMatchObject({ unfit: 'unsupported' });
  expect(told).toHaveLength(120 - 41);
});

test("one account's twenty pictures keep another's waiting for one of them", async () => {
  const bytes = await picture(40, 30).resize(2_000, 1_500).jpeg().toBuffer();
  const done: string[] = [];
  const ask = async (whose: string, n: number) => {
    const path = join(folder, `${whose}-${n}`);
    writeFileSync(path, bytes);
    expect(await inspect(path, ['image/jpeg'], [`around ${whose}`, `from ${whose}`, whose])).toMatchObject({
      mime: 'image/jpeg',
    });
    done.push(whose);
  };
  await Promise.all([...Array.from({ length: 20 }, (_, n) => ask('one', n)), ask('another', 0)]);
  expect(done.indexOf('another')).toBeLessThanOrEqual(2);
});

const plain = (megapixels: number) =>
  sharp({ create: { width: 4_000, height: megapixels * 250, channels: 3, background: '#246' } });

test.each([
  [
    'a photo of 40 megapixels, lying on its side',
    'image/jpeg',
    () => plain(40).withMetadata({ orientation: 6 }).jpeg(),
  ],
  ['a screenshot of 12', 'image/png', () => plain(12).png()],
  ['a WebP of 10', 'image/webp', () => plain(10).webp({ lossless: true, effort: 0 })],
])('%s is taken', async (what, mime, made) => {
  const path = join(folder, what);
  writeFileSync(path, await made().toBuffer());
  expect(await inspect(path, [mime], ['network', 'connection', 'account'])).toMatchObject({
    mime,
    path: `${path}.new`,
  });
});

test.each([
  ['a JPEG of 41 megapixels', 'image/jpeg', () => plain(41).jpeg()],
  ['a PNG of 13', 'image/png', () => plain(13).png()],
  ['a WebP of 11, a kilobyte long', 'image/webp', () => plain(11).webp({ lossless: true, effort: 0 })],
])('%s is not drawn: it would take more memory than we have to spare', async (what, mime, made) => {
  const path = join(folder, what);
  writeFileSync(path, await made().toBuffer());
  const told = await inspect(path, [mime], ['network', 'connection', 'account']);
  expect(told).toEqual({ unfit: 'too_many_pixels', mime });
});
