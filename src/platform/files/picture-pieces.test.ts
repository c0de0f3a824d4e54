import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { redraw } from './picture.ts';
import { drawnPieces, firstFrame, isDrawableJpeg } from './picture-pieces.ts';

const folder = mkdtempSync(join(tmpdir(), 'pieces-'));

/** Draws it as an upload is drawn, and says how much processor time that took. */
async function drawn(bytes: Buffer, mime: string) {
  const from = join(folder, 'in');
  writeFileSync(from, bytes);
  const before = process.cpuUsage();
  const told = await redraw({ from, to: join(folder, 'out'), mime }, 10_485_760);
  const { user, system } = process.cpuUsage(before);
  return { told, seconds: (user + system) / 1_000_000 };
}

const segment = (marker: number, data: readonly number[]) =>
  Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255, ...data]);

/** A grey progressive JPEG of 40 megapixels with many scans, each of one bit of one frequency, all nought. */
function manyScans(scans: number): Buffer {
  const refining = Array.from({ length: scans }, (_, n) => {
    const [bit, frequency] = [13 - Math.floor(n / 63), 1 + (n % 63)];
    const head = segment(0xda, [1, 1, 0, frequency, frequency, bit === 13 ? 13 : ((bit + 1) << 4) | bit]);
    return Buffer.concat([head, Buffer.alloc(74)]);
  });
  const side = [6_320 >> 8, 6_320 & 255] as const;
  const code = (table: number, symbol: number) => segment(0xc4, [table, 1, ...Array<number>(15).fill(0), symbol]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array<number>(64).fill(1)]),
    segment(0xc2, [8, ...side, ...side, 1, 1, 0x11, 0]),
    code(0x00, 0),
    code(0x10, 0xe0),
    segment(0xda, [1, 1, 0, 0, 0, 0]),
    Buffer.alloc(80_000),
    ...refining,
    Buffer.from([0xff, 0xd9]),
  ]);
}

const piece = (name: string, content: Buffer) => {
  const body = Buffer.concat([Buffer.from(name), content]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(content.length);
  numbers.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([numbers.subarray(0, 4), body, numbers.subarray(4)]);
};

/** A PNG with these pieces behind its head. */
const withPieces = (png: Buffer, pieces: readonly Buffer[]) =>
  Buffer.concat([png.subarray(0, 33), ...pieces, png.subarray(33)]);

const small = sharp({ create: { width: 8, height: 8, channels: 3, background: '#246' } });

test('a JPEG of many scans is refused before it is drawn: nothing interrupts the library there', async () => {
  const { told, seconds } = await drawn(manyScans(800), 'image/jpeg');
  expect(told).toBe('unreadable');
  expect(seconds).toBeLessThan(1);
});

test('packed texts of a PNG are left out before it is drawn', async () => {
  const packed = deflateSync(Buffer.alloc(50_000_000));
  const texts = Array.from({ length: 40 }, (_, n) => piece('zTXt', Buffer.concat([Buffer.from(`a${n}\0\0`), packed])));
  const { told, seconds } = await drawn(withPieces(await small.png().toBuffer(), texts), 'image/png');
  expect(told).toMatchObject({ bytes: expect.any(Number) });
  expect(seconds).toBeLessThan(1);
});

test('a PNG keeps its first profile and its way up; what is broken stays so for the library to refuse', async () => {
  const upright = await small.clone().withMetadata({ orientation: 6 }).png().toBuffer();
  const [profile, other] = [1, 2].map((byte) => piece('iCCP', Buffer.alloc(9, byte))) as [Buffer, Buffer];
  const bare = withPieces(await small.clone().png().toBuffer(), [profile]);
  expect(drawnPieces(withPieces(bare, [profile, other])).equals(bare)).toBe(true);
  expect(await sharp(drawnPieces(upright)).metadata()).toMatchObject({ orientation: 6 });
  expect(await drawn(upright.subarray(0, -30), 'image/png')).toMatchObject({ told: 'unreadable' });
});

const riff = (name: string, content: Buffer) => {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
};

/** A moving WebP of one point: its frames one after the other. */
async function manyFrames(count: number): Promise<Buffer> {
  const still = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
    .webp({ lossless: true })
    .toBuffer();
  const frame = riff('ANMF', Buffer.concat([Buffer.alloc(12), Buffer.from([100, 0, 0, 0]), still.subarray(12)]));
  const head = [riff('VP8X', Buffer.from([2, 0, 0, 0, 0, 0, 0, 0, 0, 0])), riff('ANIM', Buffer.alloc(6))];
  return riff('RIFF', Buffer.concat([Buffer.from('WEBP'), ...head, ...Array<Buffer>(count).fill(frame)]));
}

test('of a moving WebP the first frame alone is handed on: the library looks for each from the first', async () => {
  const moving = await manyFrames(40_000);
  expect(firstFrame(moving).equals(await manyFrames(1))).toBe(true);
  const { told, seconds } = await drawn(moving, 'image/webp');
  expect(told).toMatchObject({ bytes: expect.any(Number) });
  expect(seconds).toBeLessThan(1);
  expect(await drawn(moving.subarray(0, 40), 'image/webp')).toMatchObject({ told: 'unreadable' });
});

test('a scan may be met a hundred times, fill bytes before it or not, and arithmetic coding never', () => {
  const scan = segment(0xda, [1, 1, 0, 1, 63, 0]);
  const jpeg = (...parts: Buffer[]) => Buffer.concat([Buffer.from([0xff, 0xd8]), ...parts]);
  const filled = Buffer.concat([Buffer.from([0xff, 0xff, 0xff]), scan]);
  const times = (n: number, part: Buffer) => Array<Buffer>(n).fill(part);
  expect(isDrawableJpeg(jpeg(...times(100, filled)))).toBe(true);
  expect(isDrawableJpeg(jpeg(...times(101, filled)))).toBe(false);
  expect(isDrawableJpeg(jpeg(Buffer.from([0xff, 0xd3, 0xff, 0x01]), ...times(101, scan)))).toBe(false);
  expect(isDrawableJpeg(jpeg(segment(0xe1, [...Buffer.concat(times(101, scan))]), scan))).toBe(true);
  expect(isDrawableJpeg(jpeg(Buffer.from([0xff, 0xd9]), ...times(101, scan)))).toBe(true);
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

test('of real pictures every JPEG is drawn, and every PNG and WebP comes through with the same points', async () => {
  await fc.assert(
    fc.asyncProperty(pictures, async ({ noise, width, height, channels, progressive, orientation, tail }) => {
      const points = Buffer.alloc(width * height * channels, noise);
      const raw = { width, height, channels: channels as 1 | 3 | 4 };
      const made = sharp(points, { raw }).withMetadata({ orientation });
      const jpeg = await made.clone().flatten().jpeg({ progressive, mozjpeg: progressive, quality: 80 }).toBuffer();
      expect(isDrawableJpeg(Buffer.concat([jpeg, tail]))).toBe(true);
      const png = await made.clone().png({ progressive }).toBuffer();
      const texts = [piece('tEXt', Buffer.from('a\0b')), piece('iTXt', Buffer.from('a\0\0\0\0\0b'))];
      const cleaned = drawnPieces(Buffer.concat([withPieces(png, texts), tail]));
      expect(cleaned.equals(png)).toBe(true);
      const webp = await made.clone().webp({ lossless: progressive }).toBuffer();
      expect(firstFrame(Buffer.concat([webp, riff('XMP ', Buffer.from('a')), tail])).equals(webp)).toBe(true);
    }),
    { numRuns: 60 },
  );
});
