import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';

/** One table of a font. */
type Table = { readonly tag: Buffer; readonly checksum: Buffer; readonly bytes: Buffer };

/** How long the beginning of a packed file is, and each entry of its directory; of a plain one the same. */
const packed = { head: 44, entry: 20 };
const plain = { head: 12, entry: 16 };

function tableOf(woff: Buffer, at: number): Table {
  const [offset, short, long] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)];
  const bytes = woff.subarray(offset, offset + short);
  return {
    tag: woff.subarray(at, at + 4),
    checksum: woff.subarray(at + 16, at + 20),
    bytes: short < long ? inflateSync(bytes) : bytes,
  };
}

/**
 * A font out of its WOFF 1.0 wrapping [W3C, WOFF File Format 1.0, 3-5]: the same tables, unpacked. What draws receipts
 * reads WOFF too, but unpacks a whole table again for each letter, in JavaScript: that was two thirds of a drawing.
 */
function unwrapped(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, n) => tableOf(woff, packed.head + n * packed.entry));
  const head = Buffer.alloc(plain.head + count * plain.entry);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const parts = [head];
  let end = head.length;
  for (const [n, { tag, checksum, bytes }] of tables.entries()) {
    const at = plain.head + n * plain.entry;
    tag.copy(head, at);
    checksum.copy(head, at + 4);
    head.writeUInt32BE(end, at + 8);
    head.writeUInt32BE(bytes.length, at + 12);
    // Each table begins at a multiple of four.
    const filled = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
    parts.push(filled);
    end += filled.length;
  }
  return Buffer.concat(parts);
}

/** A face out of one of our font packages, such as `latin-400` of `instrument-sans`. */
export const face = (name: string, font = 'instrument-sans'): Buffer => {
  const path = `@fontsource/${font}/files/${font}-${name}-normal.woff`;
  return unwrapped(readFileSync(createRequire(import.meta.url).resolve(path)));
};

/** The faces of a receipt, read once. */
export const receiptFonts = { plain: face('latin-400'), strong: face('latin-600') } as const;
