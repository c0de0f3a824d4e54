import { readFileSync } from 'node:fs';
import { createCipher, type PdfCipher } from './pdf-cipher.ts';
import { assertNoHiddenObjects, type PdfObject, scanObjects } from './pdf-lexer.ts';
import { activeName, scriptName } from './pdf-names.ts';
import { OpenActions } from './pdf-open-actions.ts';
import { PdfRejectionError } from './pdf-rejection.ts';
import { classifyStream, type PackedStream, scanOtherStream, unpackObjects } from './pdf-streams.ts';
import type { FileRejection } from './rejection.ts';

const maxUnpackedBytes = 64 * 1024 * 1024;
const maxStreams = 5_000;
const pdfHead = /^(?:\xef\xbb\xbf)?[\t\n\f\r \0]{0,1024}%PDF-[12]\.\d/;
const maxTailLength = 16;

/** Returns the reason to reject a PDF, or null. Unpacks compressed objects up to a limit. CPU-bound. */
export async function scanPdf(path: string): Promise<FileRejection | null> {
  try {
    const text = readFileSync(path, 'latin1');
    assertEnds(text);
    const cipher = createCipher(text);
    if (activeName.test(text)) throw new PdfRejectionError('pdf_active');
    const openActions = new OpenActions();
    openActions.scan(text);
    const budget = { bytes: maxUnpackedBytes };
    for (const stream of findStreams(text, openActions, cipher)) {
      if (stream.isObjectStream)
        for (const [number, object] of unpackObjects(stream, budget)) addObject(openActions, number, object);
      else await scanOtherStream(stream, budget);
    }
    openActions.assertHarmless();
    return null;
  } catch (error) {
    if (error instanceof PdfRejectionError) return error.rejection;
    throw error;
  }
}

/** Throws for data before the header or after the end, which other programs could read. */
function assertEnds(text: string): void {
  if (!pdfHead.test(text)) throw new PdfRejectionError('unsupported');
  const end = text.slice(-2048);
  const last = end.lastIndexOf('%%EOF');
  if (last < 0 || !/startxref\s+\d+\s*$/.test(end.slice(0, last))) throw new PdfRejectionError('unreadable');
  if (end.slice(last + 5).replace(/[\s\0]/g, '').length > maxTailLength) throw new PdfRejectionError('mixed');
}

function addObject(openActions: OpenActions, number: number, object: string): void {
  openActions.addObject(number, object);
  openActions.scan(object);
}

function findStreams(text: string, openActions: OpenActions, cipher: PdfCipher | null): PackedStream[] {
  const found: PackedStream[] = [];
  const heads = new Set<number>();
  for (const object of scanObjects(text)) {
    const { number, stream } = object;
    const objectText = text.slice(object.begin, object.end);
    assertNoScripts(`${objectText} `);
    if (number !== null) openActions.addObject(number, objectText);
    heads.add(object.headIndex);
    if (!stream) continue;
    const { dictionary } = stream;
    const kind = classifyStream(dictionary);
    if (kind === 'image') continue;
    const data = readData(text, object, cipher);
    if (kind === 'open') assertNoScripts(data.toString('latin1'));
    if (cipher && activeName.test(data.toString('latin1'))) throw new PdfRejectionError('pdf_active');
    found.push({ dictionary, data, isPacked: kind !== 'open', isObjectStream: kind !== 'other' });
    if (found.length > maxStreams) throw new PdfRejectionError('unreadable');
  }
  assertNoHiddenObjects(text, heads);
  return found;
}

/** Decrypts the data of a stream, except cross-reference tables. An object stream is never a table. */
function readData(text: string, { number, generation, stream }: PdfObject, cipher: PdfCipher | null): Buffer {
  if (!stream) return Buffer.alloc(0);
  const data = Buffer.from(text.slice(stream.begin, stream.end), 'latin1');
  const { dictionary } = stream;
  if (!cipher || (/\/Type \/XRef\b/.test(dictionary) && classifyStream(dictionary) === 'other')) return data;
  if (number === null) throw new PdfRejectionError('unreadable');
  return cipher({ number, generation }, data);
}

function assertNoScripts(text: string): void {
  if (scriptName.test(text)) throw new PdfRejectionError('pdf_active');
}
