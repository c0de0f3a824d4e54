import sharp, { type Sharp } from 'sharp';
import { getMaxPixels } from './megapixels.ts';
import { firstFrame, isDrawableJpeg, keepDrawableChunks } from './picture-pieces.ts';
import type { FileRejection } from './rejection.ts';

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
