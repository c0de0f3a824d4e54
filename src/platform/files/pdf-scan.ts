import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflate, inflateSync } from 'node:zlib';
import { createCipher, type PdfCipher } from './pdf-cipher.ts';
import { assertNoHiddenObjects, type PdfObject, scanObjects } from './pdf-lexer.ts';
import { activeName, lockedName, maxNameLength, openingName, scriptName } from './pdf-names.ts';
import type { FileRejection } from './rejection.ts';
import { PdfRejectionError } from './rejection.ts';

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

const blank = '(?:[\\s\\0]|%[^\\r\\n]*[\\r\\n])*';
const destinationToken =
  '(?:/(?:Type|Action|S|GoTo|D|XYZ|Fit[BHRV]{0,2})(?![\\w#])|[-+.\\d]+(?![-+.\\d])|R|null|[\\[\\]]|\\([\\w. -]*\\))';
const pageDestination = new RegExp(
  `^${blank}(?:\\[(?:${blank}${destinationToken})*|<<(?:${blank}${destinationToken})*?${blank}>>)`,
);
const goToAction = /\/S[\s\0]*\/GoTo/g;
const reference = new RegExp(`^${blank}(\\d+)${blank}\\d+${blank}R(?![\\w])`);

function opensPage(object: string): boolean {
  const [destination] = pageDestination.exec(object.slice(0, 2_000)) ?? [];
  if (destination === undefined) return false;
  return destination.trimStart().startsWith('[')
    ? destination.includes(']')
    : destination.match(/\/S\b/g)?.length === destination.match(goToAction)?.length;
}

/** Checks open actions. Only a jump to a page of the same file is allowed. */
export class OpenActions {
  private readonly harmless = new Map<number, boolean>();
  private readonly openedObjects = new Set<number>();

  /** Records an object. All definitions of a repeated object must be harmless. */
  addObject(number: number, object: string): void {
    this.harmless.set(number, (this.harmless.get(number) ?? true) && opensPage(object));
  }

  scan(text: string): void {
    for (const found of text.matchAll(openingName)) {
      const value = text.slice(found.index + found[0].length, found.index + found[0].length + 4_000);
      const [, number] = reference.exec(value) ?? [];
      if (number) this.openedObjects.add(Number(number));
      else if (!opensPage(value)) throw new PdfRejectionError('pdf_active');
    }
  }

  assertHarmless(): void {
    for (const number of this.openedObjects) if (!this.harmless.get(number)) throw new PdfRejectionError('pdf_active');
  }
}

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
