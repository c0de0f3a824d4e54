import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createInflate, inflateSync } from 'node:zlib';
import { activeName, lockedName, longestName, scriptName } from './pdf-names.ts';
import { PdfRefused } from './pdf-refused.ts';
import type { Unfit } from './unfit.ts';

/**
 * Where the data of a stream lie. `strict`: it holds objects, so it must unpack and be read to its end; of others,
 * whose dictionary may not say the truth, as much is read as unpacks.
 */
export type PackedStream = {
  readonly dictionary: string;
  readonly begin: number;
  readonly end: number;
  readonly packed: boolean;
  readonly strict: boolean;
};

/** What one stream of objects may unpack to: programs put some hundred into each. */
const mostObjects = 16 * 1024 * 1024;

/**
 * What the dictionary before a stream says that it holds: objects, packed or open; a picture or a font, which is
 * nothing to read; or other data. Objects packed in a way that we do not unpack are refused. The short names of keys
 * and filters count as the long ones do: some readers take them.
 */
export function kindOfStream(dictionary: string): 'objects' | 'open' | 'image' | 'other' {
  // Data that lie in another file, which a reader would fetch.
  const elsewhere = /\/F (?:\(|<[^<])|\/(?:FFilter|FDecodeParms)\b/.test(dictionary);
  if (elsewhere || /\/F (?![/[])/.test(ownEntries(dictionary))) throw new PdfRefused('pdf_active');
  const objects = /\/ObjStm\b/.test(dictionary) || (/\/First\b/.test(dictionary) && /\/N\b/.test(dictionary));
  if (!objects) return /\/Image\b|\/Length1\b/.test(dictionary) ? 'image' : 'other';
  // How it is to be read stands in the dictionary itself, once.
  if (/\/(?:DecodeParms|DP)\b/.test(dictionary)) throw new PdfRefused('unreadable');
  const filters = [...dictionary.matchAll(/\/(?:Filter|F)\b(?: \/(\w+)| \[ \/(\w+) \])?/g)];
  if (filters.length === 0) return 'open';
  const [, bare, listed] = filters[0] ?? [];
  if (filters.length > 1 || !/^(FlateDecode|Fl)$/.test(bare ?? listed ?? '')) throw new PdfRefused('unreadable');
  return 'objects';
}

/** What a dictionary says itself, without what the dictionaries in it say. */
function ownEntries(dictionary: string): string {
  let depth = 0;
  const own = dictionary.split(' ').filter((token) => {
    if (token === '>>') depth--;
    const mine = depth < 2;
    if (token === '<<') depth++;
    return mine;
  });
  return own.join(' ');
}

/** The objects in a stream of objects, with their numbers; all names in it are looked at. */
export function packedObjects(text: string, stream: PackedStream, budget: { bytes: number }): [number, string][] {
  const { dictionary, begin, end, packed } = stream;
  const inner = packed ? unpacked(text.slice(begin, end)) : text.slice(begin, end);
  budget.bytes -= inner.length;
  if (budget.bytes < 0) throw new PdfRefused('unreadable');
  const why = unfitNames(`${inner} `, true);
  if (why) throw new PdfRefused(why);
  const [first, many] = [theNumber(dictionary, 'First'), theNumber(dictionary, 'N')];
  const places = (inner.slice(0, first).match(/\d+/g) ?? []).map(Number);
  if (places.length < 2 * many) throw new PdfRefused('unreadable');
  return Array.from({ length: many }, (_, n) => {
    const at = first + (places[2 * n + 1] ?? 0);
    // How an object begins is all that is asked of it.
    return [places[2 * n] ?? 0, inner.slice(at, at + 4_000)];
  });
}

/** A number that a dictionary states once, and itself. */
function theNumber(dictionary: string, key: string): number {
  const found = [...dictionary.matchAll(new RegExp(`/${key}(?!\\w)(?: (\\d+)(?! \\d+ R))?`, 'g'))];
  const [, number] = found[0] ?? [];
  if (found.length !== 1 || number === undefined) throw new PdfRefused('unreadable');
  return Number(number);
}

function unpacked(data: string): string {
  try {
    return inflateSync(Buffer.from(data, 'latin1'), { maxOutputLength: mostObjects }).toString('latin1');
  } catch {
    throw new PdfRefused('unreadable');
  }
}

/** Unpacks another stream, within what is left to unpack, and looks at the long names in it. */
export async function readOther(path: string, { begin, end }: PackedStream, budget: { bytes: number }) {
  if (end <= begin || budget.bytes <= 0) return;
  let before = '';
  const look = (text: string) => {
    const why = unfitNames(text, false);
    if (why) throw new PdfRefused(why);
    before = text.slice(-longestName);
  };
  try {
    const data = createReadStream(path, { start: begin, end: end - 1 });
    await pipeline(data, createInflate(), async (parts) => {
      for await (const part of parts as AsyncIterable<Buffer>) {
        budget.bytes -= part.length;
        if (budget.bytes < 0) return;
        look(before + part.toString('latin1'));
      }
    });
    look(`${before} `);
  } catch (error) {
    if (error instanceof PdfRefused) throw error;
  }
}

/** In objects a short name counts too; in other data it may be anything. */
function unfitNames(text: string, strict: boolean): Unfit | null {
  if (lockedName.test(text)) return 'pdf_locked';
  return activeName.test(text) || (strict && scriptName.test(text)) ? 'pdf_active' : null;
}
