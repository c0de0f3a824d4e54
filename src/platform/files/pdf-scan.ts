import { readFileSync } from 'node:fs';
import { objectsOf, refuseHiddenObjects } from './pdf-lexer.ts';
import { activeName, lockedName, scriptName } from './pdf-names.ts';
import { Openings } from './pdf-openings.ts';
import { PdfRefused } from './pdf-refused.ts';
import { kindOfStream, type PackedStream, packedObjects, readOther } from './pdf-streams.ts';
import type { Unfit } from './unfit.ts';

/** What all streams of one file may unpack to while they are looked through; honest objects are a few megabytes. */
const mostUnpacked = 64 * 1024 * 1024;
const mostStreams = 5_000;
/** What may stand behind the last `%%EOF` beside white space. */
const mostTail = 16;

/**
 * Reads a PDF once through, as readers do, and says why it is not taken: locked, active (scripts, programs, attached
 * files, form programs, acts when it is opened), cut off, or something else as well. Objects packed into streams are
 * unpacked, within a limit, and read too; those that lie where only a table finds them are not taken. Null: nothing was
 * found. Takes a core for as long as it lasts: see `pdf-apart.ts`.
 */
export async function unfitPdf(path: string): Promise<Unfit | null> {
  try {
    // Ten megabytes at the most, and one file at a time (inspect.ts).
    const text = readFileSync(path, 'latin1');
    checkEnds(text);
    if (lockedName.test(text)) throw new PdfRefused('pdf_locked');
    if (activeName.test(text)) throw new PdfRefused('pdf_active');
    const openings = new Openings();
    openings.look(text);
    const budget = { bytes: mostUnpacked };
    for (const stream of streamsOf(text, openings)) {
      if (stream.strict)
        for (const [number, object] of packedObjects(text, stream, budget)) note(openings, number, object);
      else await readOther(path, stream, budget);
    }
    openings.judge();
    return null;
  } catch (error) {
    if (error instanceof PdfRefused) return error.unfit;
    throw error;
  }
}

/** It begins with its head and ends with its end: what stands before or behind is for other readers. */
function checkEnds(text: string): void {
  if (!/^%PDF-[12]\.\d/.test(text)) throw new PdfRefused('unsupported');
  const end = text.slice(-2048);
  const last = end.lastIndexOf('%%EOF');
  if (last < 0 || !/startxref\s+\d+\s*$/.test(end.slice(0, last))) throw new PdfRefused('unreadable');
  if (end.slice(last + 5).replace(/[\s\0]/g, '').length > mostTail) throw new PdfRefused('mixed');
}

/** An object out of a stream: its names count as those in the open do. */
function note(openings: Openings, number: number, object: string): void {
  openings.note(number, object);
  openings.look(object);
}

/** The streams that are to be unpacked. What stands between streams, and open objects, is looked through here. */
function streamsOf(text: string, openings: Openings): PackedStream[] {
  const found: PackedStream[] = [];
  const heads = new Set<number>();
  for (const { number, head, begin, end, stream } of objectsOf(text)) {
    const own = text.slice(begin, end);
    checkNames(`${own} `);
    if (number !== null) openings.note(number, own);
    heads.add(head);
    if (!stream) continue;
    const kind = kindOfStream(stream.dictionary);
    if (kind === 'open') checkNames(text.slice(stream.begin, stream.end));
    if (kind !== 'image') found.push({ ...stream, packed: kind !== 'open', strict: kind !== 'other' });
    if (found.length > mostStreams) throw new PdfRefused('unreadable');
  }
  refuseHiddenObjects(text, heads);
  return found;
}

function checkNames(text: string): void {
  if (scriptName.test(text)) throw new PdfRefused('pdf_active');
}
