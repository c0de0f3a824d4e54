import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createPicture } from '../../../test/files/good-files.ts';
import { inspect } from './inspect.ts';

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
