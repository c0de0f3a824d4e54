import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createInflate } from 'node:zlib';
import { activeName, lockedName, longestName, scriptName } from './pdf-names.ts';
import { PdfRefused } from './pdf-refused.ts';
import type { Unfit } from './unfit.ts';

/**
 * Where the packed data of a stream lies. `strict`: it holds objects, so it must unpack and be read to its end; of
 * others, whose dictionary may not say the truth, as much is read as unpacks.
 */
export type PackedStream = { readonly at: number; readonly end: number; readonly strict: boolean };

/**
 * What the dictionary before a stream says that it holds: objects, packed or open; a picture or a font, which is
 * nothing to read; or other data. Objects packed in a way that we do not unpack are refused.
 */
export function kindOfStream(dictionary: string): 'objects' | 'open' | 'image' | 'other' {
  const objects = /\/ObjStm\b/.test(dictionary) || (/\/First\b/.test(dictionary) && /\/N\b/.test(dictionary));
  const packed = /\/Filter\b/.test(dictionary);
  if (!objects) return /\/Image\b|\/Length1\b/.test(dictionary) ? 'image' : 'other';
  if (!packed) return 'open';
  const filters = dictionary.match(/\/\w+Decode\b|\/Crypt\b/g) ?? [];
  const usual = filters.length === 1 && filters[0] === '/FlateDecode' && !/\/Predictor\s+(?!1\b)\d/.test(dictionary);
  if (!usual) throw new PdfRefused('unreadable');
  return 'objects';
}

/** Unpacks one stream, within what is left to unpack, and looks at the names in it. */
export async function readPacked(path: string, { at, end, strict }: PackedStream, budget: { bytes: number }) {
  if (end <= at || (!strict && budget.bytes <= 0)) return;
  let before = '';
  const inflate = createInflate();
  const look = (text: string) => {
    const why = unfitNames(text, strict);
    if (why) throw new PdfRefused(why);
    before = text.slice(-longestName);
  };
  try {
    await pipeline(createReadStream(path, { start: at, end: end - 1 }), inflate, async (parts) => {
      for await (const part of parts as AsyncIterable<Buffer>) {
        budget.bytes -= part.length;
        if (budget.bytes < 0) throw new PdfRefused('unreadable');
        look(before + part.toString('latin1'));
      }
    });
    look(`${before} `);
  } catch (error) {
    if (error instanceof PdfRefused && (strict || error.unfit !== 'unreadable')) throw error;
    if (strict) throw new PdfRefused('unreadable');
  }
}

/** In objects a short name counts too; in other data it may be anything. */
function unfitNames(text: string, strict: boolean): Unfit | null {
  if (lockedName.test(text)) return 'pdf_locked';
  return activeName.test(text) || (strict && scriptName.test(text)) ? 'pdf_active' : null;
}
