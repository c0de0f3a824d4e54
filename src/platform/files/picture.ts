import { readFile } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import { drawnPieces, firstFrame, isDrawableJpeg } from './picture-pieces.ts';
import type { Unfit } from './unfit.ts';

/**
 * Megapixels of a picture, by its kind, as many as 200 MB of memory draw anew: a JPEG, which cameras make, takes 5
 * bytes for each pixel, a PNG up to 16 and a WebP 18, and a kilobyte can say that it is of any size (ASVS 5.2.6). A
 * screen, or a page scanned with 300 dots an inch, has 9.
 */
const megapixels: Readonly<Record<string, number>> = { 'image/jpeg': 40, 'image/png': 12, 'image/webp': 10 };
export const mostMegapixels = (mime: string): number => megapixels[mime] ?? 0;
const mostPixels = (mime: string) => mostMegapixels(mime) * 1_000_000;
/** The long side of a picture that only fits when it is made smaller. */
const smallerSide = 3_000;

/** What draws. It comes with the first picture: a process that sees none is lighter by 10 MB. */
async function load() {
  const { default: sharp } = await import('sharp');
  // One thread for each picture, and nothing kept between pictures: memory is what a server is short of here.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
let loaded: ReturnType<typeof load> | undefined;
const drawing = () => (loaded ??= load());

/** Written as it is read: the smaller coding would hold the whole picture in memory. */
const jpeg = { quality: 90, optimiseCoding: false };

/** Of these kinds only what is drawn is handed on. */
const pieces: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  'image/png': drawnPieces,
  'image/webp': firstFrame,
};

/** What is drawn, from memory: at most the ten megabytes of one upload, and one at a time. */
type Way = { readonly from: Buffer; readonly to: string; readonly mime: string };

/**
 * Draws a picture anew (decision A5): upright, without EXIF, GPS or anything that hung on it, of the same kind, its
 * first frame.
 */
export async function redraw(
  { from, to, mime }: { from: string; to: string; mime: string },
  mostBytes: number,
): Promise<{ bytes: number } | Unfit> {
  const sharp = await drawing();
  try {
    const bytes = await readFile(from);
    if (mime === 'image/jpeg' && !isDrawableJpeg(bytes)) return 'unreadable';
    const way: Way = { from: pieces[mime]?.(bytes) ?? bytes, to, mime };
    const { width, height } = await sharp(way.from, { limitInputPixels: false }).metadata();
    if (width * height > mostPixels(way.mime)) return 'too_many_pixels';
    const first = await draw(way);
    if (first <= mostBytes) return { bytes: first };
    const second = await draw(way, smallerSide);
    return second <= mostBytes ? { bytes: second } : 'too_large';
  } catch {
    return 'unreadable';
  }
}

async function draw({ from, to, mime }: Way, side?: number): Promise<number> {
  const sharp = await drawing();
  const options = { limitInputPixels: mostPixels(mime), failOn: 'error', sequentialRead: true, pages: 1 } as const;
  const upright = sharp(from, options).timeout({ seconds: 20 }).autoOrient();
  const sized = side ? upright.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) : upright;
  const { size } = await inKind(sized, mime).toFile(to);
  return size;
}

/** A picture of ours, which was drawn anew before, no larger than `side` pixels either way, as WebP. */
export async function smaller(from: Buffer, side: number): Promise<Buffer> {
  const sharp = await drawing();
  return sharp(from, { limitInputPixels: mostPixels('image/jpeg'), sequentialRead: true })
    .timeout({ seconds: 20 })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer();
}

function inKind(picture: Sharp, mime: string): Sharp {
  if (mime === 'image/png') return picture.png({ compressionLevel: 6 });
  return mime === 'image/webp' ? picture.webp({ quality: 90 }) : picture.jpeg(jpeg);
}
