/**
 * What a picture is made of, read before the picture library sees it. The library goes over the whole picture for every
 * scan of a JPEG, unpacks every text of a PNG and looks for every frame of a WebP from the first one on, all before its
 * first line comes out, and nothing interrupts it there: a file of half a megabyte kept a core, and everybody's
 * uploads, for minutes.
 */

/** Scans that one JPEG may have: encoders write one to twenty; a hundred over 40 megapixels are a second of work. */
const mostScans = 100;

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);
const startOfScan = 0xda;
const endOfImage = 0xd9;
/** Not followed by a length: what is no marker yet, the restarts, the beginning and the end. */
const bare = new Set([...range(0x00, 0xbf), ...range(0xd0, 0xd9), 0xff]);
/** Arithmetic coding, which no camera writes and no browser shows: its decoder goes on working without any data. */
const arithmetic = new Set([...range(0xc9, 0xcb), ...range(0xcd, 0xcf)]);

/**
 * Whether the library can draw this JPEG in reasonable time. Reads as its decoder does: over a segment by its length
 * (what lies within, such as a small picture of a camera, counts for nothing), through the data of a scan byte by
 * byte, to the end of the picture.
 */
export function isDrawableJpeg(bytes: Uint8Array): boolean {
  let scans = 0;
  for (let at = 2; at + 1 < bytes.length; at++) {
    if (bytes[at] !== 0xff) continue;
    const marker = bytes[at + 1] ?? 0;
    if (marker === endOfImage) return true;
    if (arithmetic.has(marker)) return false;
    if (marker === startOfScan && ++scans > mostScans) return false;
    if (!bare.has(marker)) at += 1 + Math.max(2, ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0));
  }
  return true;
}

const signature = 8;
const nameOf = (word: string) => Buffer.from(word, 'latin1').readUInt32BE();
const iend = nameOf('IEND');
/** Beside what every reader must know: transparency, colours, the way up. Texts, times and animations are left out. */
const wanted = new Set(['tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'pHYs', 'eXIf'].map(nameOf));
/** The first letter of its name is small: a piece without which the picture can be drawn. */
const mayBeLeftOut = (name: number) => (name & 0x20_00_00_00) !== 0;

/** A PNG with what is needed to draw it, each piece that may be left out once at most; broken where it is broken. */
export function drawnPieces(bytes: Buffer): Buffer {
  const kept = Buffer.alloc(bytes.length);
  let length = bytes.copy(kept, 0, 0, signature);
  const met = new Set<number>();
  for (let at = signature; at + 12 <= bytes.length; ) {
    const name = bytes.readUInt32BE(at + 4);
    const end = at + 12 + bytes.readUInt32BE(at);
    if (!mayBeLeftOut(name) || (wanted.has(name) && !met.has(name))) length += bytes.copy(kept, length, at, end);
    if (name === iend) break;
    met.add(name);
    at = end;
  }
  return kept.subarray(0, length);
}

const riffHead = 12;
const webpPieces = new Set(['VP8X', 'ICCP', 'ANIM', 'ANMF', 'ALPH', 'VP8 ', 'VP8L', 'EXIF']);

/** A WebP with what is needed to draw its first frame, each piece once; broken where it is broken. */
export function firstFrame(bytes: Buffer): Buffer {
  const kept = Buffer.alloc(bytes.length + 1);
  let length = bytes.copy(kept, 0, 0, riffHead);
  const met = new Set<string>();
  for (let at = riffHead; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    // Pieces begin at even places.
    const end = at + 8 + size + (size % 2);
    if (webpPieces.has(name) && !met.has(name)) length += bytes.copy(kept, length, at, end);
    met.add(name);
    at = end;
  }
  if (length >= riffHead) kept.writeUInt32LE(length - 8, 4);
  return kept.subarray(0, length);
}
