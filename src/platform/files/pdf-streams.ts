import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflate, inflateSync } from 'node:zlib';
import { activeName, lockedName, maxNameLength, scriptName } from './pdf-names.ts';
import { PdfRejectionError } from './pdf-rejection.ts';
import type { FileRejection } from './rejection.ts';

/** Object streams must unpack completely. Other streams may unpack in part. */
export type PackedStream = {
  readonly dictionary: string;
  readonly data: Buffer;
  readonly isPacked: boolean;
  readonly isObjectStream: boolean;
};

const maxObjectBytes = 16 * 1024 * 1024;

/** Returns the kind of a stream. Throws for external data and for an object stream with an unknown filter. */
export function classifyStream(dictionary: string): 'objects' | 'open' | 'image' | 'other' {
  // Rejects external data, which a PDF reader would fetch.
  const isExternal = /\/F (?:\(|<[^<])|\/(?:FFilter|FDecodeParms)\b/.test(dictionary);
  if (isExternal || /\/F (?![/[])/.test(getOwnEntries(dictionary))) throw new PdfRejectionError('pdf_active');
  const objects = /\/ObjStm\b/.test(dictionary) || (/\/First\b/.test(dictionary) && /\/N\b/.test(dictionary));
  if (!objects) return /\/Image\b|\/Length1\b/.test(dictionary) ? 'image' : 'other';
  if (/\/(?:DecodeParms|DP)\b/.test(dictionary)) throw new PdfRejectionError('unreadable');
  const filters = [...dictionary.matchAll(/\/(?:Filter|F)\b(?: \/(\w+)| \[ \/(\w+) \])?/g)];
  if (filters.length === 0) return 'open';
  const [, bare, listed] = filters[0] ?? [];
  if (filters.length > 1 || !/^(FlateDecode|Fl)$/.test(bare ?? listed ?? '')) throw new PdfRejectionError('unreadable');
  return 'objects';
}

function getOwnEntries(dictionary: string): string {
  let depth = 0;
  const own = dictionary.split(' ').filter((token) => {
    if (token === '>>') depth--;
    const isOwn = depth < 2;
    if (token === '<<') depth++;
    return isOwn;
  });
  return own.join(' ');
}

export function unpackObjects(stream: PackedStream, budget: { bytes: number }): [number, string][] {
  const { dictionary, data, isPacked } = stream;
  const content = isPacked ? inflate(data) : data.toString('latin1');
  budget.bytes -= content.length;
  if (budget.bytes < 0) throw new PdfRejectionError('unreadable');
  const rejection = checkNames(`${content} `, true);
  if (rejection) throw new PdfRejectionError(rejection);
  const [first, count] = [readNumber(dictionary, 'First'), readNumber(dictionary, 'N')];
  const offsets = (content.slice(0, first).match(/\d+/g) ?? []).map(Number);
  if (offsets.length < 2 * count) throw new PdfRejectionError('unreadable');
  return Array.from({ length: count }, (_, n) => {
    const at = first + (offsets[2 * n + 1] ?? 0);
    return [offsets[2 * n] ?? 0, content.slice(at, at + 4_000)];
  });
}

function readNumber(dictionary: string, key: string): number {
  const found = [...dictionary.matchAll(new RegExp(`/${key}(?!\\w)(?: (\\d+)(?! \\d+ R))?`, 'g'))];
  const [, number] = found[0] ?? [];
  if (found.length !== 1 || number === undefined) throw new PdfRejectionError('unreadable');
  return Number(number);
}

function inflate(data: Buffer): string {
  try {
    return inflateSync(data, { maxOutputLength: maxObjectBytes }).toString('latin1');
  } catch {
    throw new PdfRejectionError('unreadable');
  }
}

export async function scanOtherStream({ data }: PackedStream, budget: { bytes: number }) {
  if (data.length === 0 || budget.bytes <= 0) return;
  let before = '';
  const scan = (text: string) => {
    const rejection = checkNames(text, false);
    if (rejection) throw new PdfRejectionError(rejection);
    before = text.slice(-maxNameLength);
  };
  try {
    await pipeline(Readable.from([data]), createInflate(), async (parts) => {
      for await (const part of parts as AsyncIterable<Buffer>) {
        budget.bytes -= part.length;
        if (budget.bytes < 0) return;
        scan(before + part.toString('latin1'));
      }
    });
    scan(`${before} `);
  } catch (error) {
    if (error instanceof PdfRejectionError) throw error;
  }
}

/** Checks short names in object streams only, because they occur by chance in other data. */
function checkNames(text: string, isObjectStream: boolean): FileRejection | null {
  if (lockedName.test(text)) return 'pdf_locked';
  return activeName.test(text) || (isObjectStream && scriptName.test(text)) ? 'pdf_active' : null;
}
