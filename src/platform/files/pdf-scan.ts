import { readFile } from 'node:fs/promises';
import { nextStream } from './pdf-lexer.ts';
import { activeName, lockedName, scriptName } from './pdf-names.ts';
import { PdfRefused } from './pdf-refused.ts';
import { kindOfStream, type PackedStream, readPacked } from './pdf-streams.ts';
import type { Unfit } from './unfit.ts';

/** What all streams of one file may unpack to while they are looked through; honest objects are a few megabytes. */
const mostUnpacked = 64 * 1024 * 1024;
const mostStreams = 5_000;
/** What may stand behind the last `%%EOF` beside white space. */
const mostTail = 16;

/**
 * Reads a PDF once through, as readers do, and says why it is not taken: locked, active (scripts, programs, attached
 * files, form programs), cut off, or something else as well. Objects packed into streams are unpacked, within a limit,
 * and read too. Null: nothing was found.
 */
export async function unfitPdf(path: string): Promise<Unfit | null> {
  try {
    // Ten megabytes at the most, and one file at a time (inspect.ts).
    const text = (await readFile(path)).toString('latin1');
    checkEnds(text);
    if (lockedName.test(text)) throw new PdfRefused('pdf_locked');
    if (activeName.test(text)) throw new PdfRefused('pdf_active');
    const budget = { bytes: mostUnpacked };
    for (const stream of await streamsOf(text)) await readPacked(path, stream, budget);
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

/** The streams that are to be unpacked. What stands between streams, and open objects, is looked through for `/JS`. */
async function streamsOf(text: string): Promise<PackedStream[]> {
  const found: PackedStream[] = [];
  let at = 0;
  for (let head = await nextStream(text, 0); head; head = await nextStream(text, at)) {
    checkBetween(text.slice(at, head.dataBegin));
    const end = text.indexOf('endstream', head.dataBegin);
    if (end < 0) throw new PdfRefused('unreadable');
    const kind = kindOfStream(head.dictionary);
    if (kind === 'open') checkBetween(text.slice(head.dataBegin, end));
    if (kind === 'objects' || kind === 'other') found.push({ at: head.dataBegin, end, strict: kind === 'objects' });
    if (found.length > mostStreams) throw new PdfRefused('unreadable');
    at = end + 'endstream'.length;
  }
  checkBetween(`${text.slice(at)} `);
  return found;
}

function checkBetween(text: string): void {
  if (scriptName.test(text)) throw new PdfRefused('pdf_active');
}
