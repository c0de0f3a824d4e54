import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';

type Table = { readonly tag: Buffer; readonly checksum: Buffer; readonly bytes: Buffer };

/** Sizes of header and directory entries in bytes. */
const woffSizes = { head: 44, entry: 20 };
const sfntSizes = { head: 12, entry: 16 };

function readTable(woff: Buffer, at: number): Table {
  const [offset, short, long] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)];
  const bytes = woff.subarray(offset, offset + short);
  return {
    tag: woff.subarray(at, at + 4),
    checksum: woff.subarray(at + 16, at + 20),
    bytes: short < long ? inflateSync(bytes) : bytes,
  };
}

/** Converts WOFF 1.0 to TTF [W3C, WOFF File Format 1.0, 3-5]. With WOFF, pdfkit decompresses a table per letter. */
function unwrapWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, n) => readTable(woff, woffSizes.head + n * woffSizes.entry));
  const head = Buffer.alloc(sfntSizes.head + count * sfntSizes.entry);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const parts = [head];
  let end = head.length;
  for (const [n, { tag, checksum, bytes }] of tables.entries()) {
    const at = sfntSizes.head + n * sfntSizes.entry;
    tag.copy(head, at);
    checksum.copy(head, at + 4);
    head.writeUInt32BE(end, at + 8);
    head.writeUInt32BE(bytes.length, at + 12);
    // Tables are aligned to four bytes.
    const padded = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
    parts.push(padded);
    end += padded.length;
  }
  return Buffer.concat(parts);
}

export const loadFace = (name: string, font = 'instrument-sans'): Buffer => {
  const path = `@fontsource/${font}/files/${font}-${name}-normal.woff`;
  return unwrapWoff(readFileSync(createRequire(import.meta.url).resolve(path)));
};

export const receiptFonts = { plain: loadFace('latin-400'), strong: loadFace('latin-600') } as const;

export const nameFonts = {
  more: loadFace('latin-ext-400'),
  'full-plain': loadFace('latin-400', 'noto-sans'),
  'full-more': loadFace('latin-ext-400', 'noto-sans'),
  'full-marks': loadFace('vietnamese-400', 'noto-sans'),
  'full-cyrillic': loadFace('cyrillic-400', 'noto-sans'),
  'full-cyrillic-more': loadFace('cyrillic-ext-400', 'noto-sans'),
  'full-greek': loadFace('greek-400', 'noto-sans'),
  'full-greek-more': loadFace('greek-ext-400', 'noto-sans'),
} as const;
