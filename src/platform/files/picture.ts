import sharp, { type Sharp } from 'sharp';
import { getMaxPixels } from './megapixels.ts';
import type { FileRejection } from './rejection.ts';

// Checks for the picture library, which many JPEG scans, PNG texts or WebP frames block for minutes.

/** Encoders write up to 20 scans. 100 scans of 40 megapixels take a second. */
const maxScans = 100;

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);
const startOfScan = 0xda;
const endOfImage = 0xd9;
const standaloneMarkers = new Set([...range(0x00, 0xbf), ...range(0xd0, 0xd9), 0xff]);
/** Markers of arithmetic coding, which browsers do not show. Its decoder may loop without data. */
const arithmeticMarkers = new Set([...range(0xc9, 0xcb), ...range(0xcd, 0xcf)]);

/** Returns false for arithmetic coding or too many scans. Reads the file like a decoder. */
export function isDrawableJpeg(bytes: Uint8Array): boolean {
  let scans = 0;
  for (let offset = 2; offset + 1 < bytes.length; offset++) {
    if (bytes[offset] !== 0xff) continue;
    const marker = bytes[offset + 1] ?? 0;
    if (marker === endOfImage) return true;
    if (arithmeticMarkers.has(marker)) return false;
    if (marker === startOfScan && ++scans > maxScans) return false;
    if (!standaloneMarkers.has(marker))
      offset += 1 + Math.max(2, ((bytes[offset + 2] ?? 0) << 8) | (bytes[offset + 3] ?? 0));
  }
  return true;
}

const signatureBytes = 8;
const encodeName = (word: string) => Buffer.from(word, 'latin1').readUInt32BE();
const iend = encodeName('IEND');
/** Optional PNG chunks that affect the picture. Texts, times and animations do not. */
const optionalChunks = new Set(['tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'pHYs', 'eXIf'].map(encodeName));
const isOptional = (name: number) => (name & 0x20_00_00_00) !== 0;

/** Keeps the PNG chunks needed for drawing. Does not repair broken files. */
export function keepDrawableChunks(bytes: Buffer): Buffer {
  const output = Buffer.alloc(bytes.length);
  let length = bytes.copy(output, 0, 0, signatureBytes);
  const seen = new Set<number>();
  for (let at = signatureBytes; at + 12 <= bytes.length; ) {
    const name = bytes.readUInt32BE(at + 4);
    const end = at + 12 + bytes.readUInt32BE(at);
    if (!isOptional(name) || (optionalChunks.has(name) && !seen.has(name)))
      length += bytes.copy(output, length, at, end);
    if (name === iend) break;
    seen.add(name);
    at = end;
  }
  return output.subarray(0, length);
}

const riffHeadBytes = 12;
const webpChunks = new Set(['VP8X', 'ICCP', 'ANIM', 'ANMF', 'ALPH', 'VP8 ', 'VP8L', 'EXIF']);

/** Keeps the first frame of a WebP. Does not repair broken files. */
export function firstFrame(bytes: Buffer): Buffer {
  const frame = Buffer.alloc(bytes.length + 1);
  let length = bytes.copy(frame, 0, 0, riffHeadBytes);
  const seen = new Set<string>();
  for (let at = riffHeadBytes; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    if (webpChunks.has(name) && !seen.has(name)) length += bytes.copy(frame, length, at, end);
    seen.add(name);
    at = end;
  }
  if (length >= riffHeadBytes) frame.writeUInt32LE(length - 8, 4);
  return frame.subarray(0, length);
}

const fallbackSide = 3_000;

/** Longest side. A picture of one column costs the CPU 260 times as much as a square one with as many pixels. */
const maxSide = 20_000;

sharp.concurrency(1);
sharp.cache(false);

/** Without optimised coding, which would hold the whole picture in memory. */
const jpeg = { quality: 90, optimiseCoding: false };

const cleaners: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  'image/png': keepDrawableChunks,
  'image/webp': firstFrame,
};

export type UploadedPicture = { readonly bytes: Uint8Array; readonly mime: string; readonly maxBytes: number };

/** Redraws the first frame upright, without EXIF or GPS, in the same format (decision A5). */
export async function redraw({ bytes, mime, maxBytes }: UploadedPicture): Promise<Uint8Array | FileRejection> {
  const original = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (mime === 'image/jpeg' && !isDrawableJpeg(original)) return 'unreadable';
    const from = cleaners[mime]?.(original) ?? original;
    const { width, height } = await sharp(from, { limitInputPixels: false }).metadata();
    if (width * height > getMaxPixels(mime) || Math.max(width, height) > maxSide) return 'too_many_pixels';
    const first = await draw(from, mime);
    if (first.length <= maxBytes) return first;
    const second = await draw(from, mime, fallbackSide);
    return second.length <= maxBytes ? second : 'too_large';
  } catch {
    return 'unreadable';
  }
}

function draw(from: Buffer, mime: string, side?: number): Promise<Buffer> {
  const options = { limitInputPixels: getMaxPixels(mime), failOn: 'error', sequentialRead: true, pages: 1 } as const;
  const upright = sharp(from, options).autoOrient();
  const sized = side ? upright.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) : upright;
  return encode(sized, mime).toBuffer();
}

export type OwnPicture = { readonly ownPicture: Uint8Array; readonly side: number };
export function shrink({ ownPicture, side }: OwnPicture): Promise<Buffer> {
  return sharp(ownPicture, { limitInputPixels: getMaxPixels('image/jpeg'), sequentialRead: true })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer();
}

function encode(picture: Sharp, mime: string): Sharp {
  if (mime === 'image/png') return picture.png({ compressionLevel: 6 });
  return mime === 'image/webp' ? picture.webp({ quality: 90 }) : picture.jpeg(jpeg);
}
