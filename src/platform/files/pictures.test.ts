import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createPicture } from '../../../test/files/good-files.ts';
import { inspect } from './inspect.ts';
import { firstFrame, isDrawableJpeg, keepDrawableChunks, redraw } from './picture.ts';
import { runUpload } from './resumable-upload.ts';

const folder = mkdtempSync(join(tmpdir(), 'inspect-'));

test('one connection with a hundred accounts leaves queue slots for others', async () => {
  const path = join(folder, 'text');
  writeFileSync(path, 'no picture');
  const ask = (connection: string, account: string) =>
    inspect(path, ['image/jpeg'], { queueKeys: [`around ${connection}`, connection, account] });
  const floodCalls = Array.from({ length: 120 }, (_, n) => ask('one', `account ${n}`));
  const otherCall = ask('another', 'account');
  const rejected = (await Promise.allSettled(floodCalls)).filter(({ status }) => status === 'rejected');
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

async function redrawTimed(bytes: Buffer, mime: string) {
  const startUsage = process.cpuUsage();
  const redrawn = await redraw({ bytes, mime, maxBytes: 10_485_760 });
  const { user, system } = process.cpuUsage(startUsage);
  return {
    result: typeof redrawn === 'string' ? redrawn : { bytes: redrawn.length },
    seconds: (user + system) / 1_000_000,
  };
}

const segment = (marker: number, data: readonly number[]) =>
  Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255, ...data]);

function createManyScans(scans: number): Buffer {
  const refining = Array.from({ length: scans }, (_, n) => {
    const [bit, frequency] = [13 - Math.floor(n / 63), 1 + (n % 63)];
    const header = segment(0xda, [1, 1, 0, frequency, frequency, bit === 13 ? 13 : ((bit + 1) << 4) | bit]);
    return Buffer.concat([header, Buffer.alloc(74)]);
  });
  const sideLength = [6_320 >> 8, 6_320 & 255] as const;
  const code = (table: number, symbol: number) => segment(0xc4, [table, 1, ...Array<number>(15).fill(0), symbol]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array<number>(64).fill(1)]),
    segment(0xc2, [8, ...sideLength, ...sideLength, 1, 1, 0x11, 0]),
    code(0x00, 0),
    code(0x10, 0xe0),
    segment(0xda, [1, 1, 0, 0, 0, 0]),
    Buffer.alloc(80_000),
    ...refining,
    Buffer.from([0xff, 0xd9]),
  ]);
}

const createChunk = (name: string, content: Buffer) => {
  const body = Buffer.concat([Buffer.from(name), content]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(content.length);
  numbers.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([numbers.subarray(0, 4), body, numbers.subarray(4)]);
};

const insertChunks = (png: Buffer, chunks: readonly Buffer[]) =>
  Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);

const smallPng = sharp({ create: { width: 8, height: 8, channels: 3, background: '#246' } });

test('a JPEG with many scans is rejected before decoding, which cannot be interrupted', async () => {
  const { result, seconds } = await redrawTimed(createManyScans(800), 'image/jpeg');
  expect(result).toBe('unreadable');
  expect(seconds).toBeLessThan(1);
});

test('compressed texts of a PNG are removed before decoding', async () => {
  const compressed = deflateSync(Buffer.alloc(50_000_000));
  const textChunks = Array.from({ length: 40 }, (_, n) =>
    createChunk('zTXt', Buffer.concat([Buffer.from(`a${n}\0\0`), compressed])),
  );
  const { result, seconds } = await redrawTimed(insertChunks(await smallPng.png().toBuffer(), textChunks), 'image/png');
  expect(result).toMatchObject({ bytes: expect.any(Number) });
  expect(seconds).toBeLessThan(1);
});

test('a PNG keeps its first profile and its orientation, and a broken one reaches the decoder', async () => {
  const upright = await smallPng.clone().withMetadata({ orientation: 6 }).png().toBuffer();
  const [profile, other] = [1, 2].map((byte) => createChunk('iCCP', Buffer.alloc(9, byte))) as [Buffer, Buffer];
  const bareProfile = insertChunks(await smallPng.clone().png().toBuffer(), [profile]);
  expect(keepDrawableChunks(insertChunks(bareProfile, [profile, other])).equals(bareProfile)).toBe(true);
  expect(await sharp(keepDrawableChunks(upright)).metadata()).toMatchObject({ orientation: 6 });
  expect(await redrawTimed(upright.subarray(0, -30), 'image/png')).toMatchObject({ result: 'unreadable' });
});

const createRiff = (name: string, content: Buffer) => {
  const header = Buffer.alloc(8);
  header.write(name, 'latin1');
  header.writeUInt32LE(content.length, 4);
  return Buffer.concat([header, content, Buffer.alloc(content.length % 2)]);
};

async function createManyFrames(count: number): Promise<Buffer> {
  const stillImage = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
    .webp({ lossless: true })
    .toBuffer();
  const frame = createRiff(
    'ANMF',
    Buffer.concat([Buffer.alloc(12), Buffer.from([100, 0, 0, 0]), stillImage.subarray(12)]),
  );
  const header = [createRiff('VP8X', Buffer.from([2, 0, 0, 0, 0, 0, 0, 0, 0, 0])), createRiff('ANIM', Buffer.alloc(6))];
  return createRiff('RIFF', Buffer.concat([Buffer.from('WEBP'), ...header, ...Array<Buffer>(count).fill(frame)]));
}

test('only the first frame of an animated WebP is passed on, because decoding searches from the start', async () => {
  const moving = await createManyFrames(40_000);
  expect(firstFrame(moving).equals(await createManyFrames(1))).toBe(true);
  const { result, seconds } = await redrawTimed(moving, 'image/webp');
  expect(result).toMatchObject({ bytes: expect.any(Number) });
  expect(seconds).toBeLessThan(1);
  expect(await redrawTimed(moving.subarray(0, 40), 'image/webp')).toMatchObject({ result: 'unreadable' });
});

test('a JPEG may have a hundred scans, with or without fill bytes, but no arithmetic coding', () => {
  const scan = segment(0xda, [1, 1, 0, 1, 63, 0]);
  const jpeg = (...parts: Buffer[]) => Buffer.concat([Buffer.from([0xff, 0xd8]), ...parts]);
  const withFillBytes = Buffer.concat([Buffer.from([0xff, 0xff, 0xff]), scan]);
  const count = (n: number, part: Buffer) => Array<Buffer>(n).fill(part);
  expect(isDrawableJpeg(jpeg(...count(100, withFillBytes)))).toBe(true);
  expect(isDrawableJpeg(jpeg(...count(101, withFillBytes)))).toBe(false);
  expect(isDrawableJpeg(jpeg(Buffer.from([0xff, 0xd3, 0xff, 0x01]), ...count(101, scan)))).toBe(false);
  expect(isDrawableJpeg(jpeg(segment(0xe1, [...Buffer.concat(count(101, scan))]), scan))).toBe(true);
  expect(isDrawableJpeg(jpeg(Buffer.from([0xff, 0xd9]), ...count(101, scan)))).toBe(true);
  expect(isDrawableJpeg(jpeg(segment(0xca, [8, 0, 1, 0, 1, 1, 1, 0x11, 0]), scan))).toBe(false);
});

const pictures = fc.record({
  noise: fc.uint8Array({ minLength: 1, maxLength: 400 }),
  width: fc.integer({ min: 1, max: 90 }),
  height: fc.integer({ min: 1, max: 90 }),
  channels: fc.constantFrom(1, 3, 4),
  progressive: fc.boolean(),
  orientation: fc.integer({ min: 1, max: 8 }),
  tail: fc.uint8Array({ maxLength: 40 }),
});

test('every real JPEG is decoded, and every PNG and WebP keeps its pixels', async () => {
  await fc.assert(
    fc.asyncProperty(pictures, async ({ noise, width, height, channels, progressive, orientation, tail }) => {
      const points = Buffer.alloc(width * height * channels, noise);
      const raw = { width, height, channels: channels as 1 | 3 | 4 };
      const image = sharp(points, { raw }).withMetadata({ orientation });
      const jpeg = await image.clone().flatten().jpeg({ progressive, mozjpeg: progressive, quality: 80 }).toBuffer();
      expect(isDrawableJpeg(Buffer.concat([jpeg, tail]))).toBe(true);
      const png = await image.clone().png({ progressive }).toBuffer();
      const textChunks = [createChunk('tEXt', Buffer.from('a\0b')), createChunk('iTXt', Buffer.from('a\0\0\0\0\0b'))];
      const redrawn = keepDrawableChunks(Buffer.concat([insertChunks(png, textChunks), tail]));
      expect(redrawn.equals(png)).toBe(true);
      const webp = await image.clone().webp({ lossless: progressive }).toBuffer();
      expect(firstFrame(Buffer.concat([webp, createRiff('XMP ', Buffer.from('a')), tail])).equals(webp)).toBe(true);
    }),
    { numRuns: 60 },
  );
});
