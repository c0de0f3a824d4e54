import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { activeName, lockedName, longestName, scriptName } from './pdf-names.ts';
import { PdfRefused } from './pdf-refused.ts';
import { kindOfStream, type PackedStream, readPacked } from './pdf-streams.ts';
import type { Unfit } from './unfit.ts';

/** How far back the dictionary of a stream is looked for. */
const lookBack = 4096;
/** What all streams of one file may unpack to while they are looked through; honest objects are a few megabytes. */
const mostUnpacked = 64 * 1024 * 1024;
const mostStreams = 5_000;
/** What may stand behind the last `%%EOF` beside white space. */
const mostTail = 16;

/**
 * Reads a PDF once through, in pieces, and says why it is not taken: locked, active (scripts, programs, attachments,
 * form programs), cut off, or something else as well. Objects packed into streams are unpacked, within a limit, and
 * read too. Null: nothing was found.
 */
export async function unfitPdf(path: string): Promise<Unfit | null> {
  try {
    await checkEnds(path);
    const streams = await new Walk().through(path);
    const budget = { bytes: mostUnpacked };
    for (const stream of streams) await readPacked(path, stream, budget);
    return null;
  } catch (error) {
    if (error instanceof PdfRefused) return error.unfit;
    throw error;
  }
}

/** It begins with its head and ends with its end: what stands before or behind is for other readers. */
async function checkEnds(path: string): Promise<void> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const textAt = async (at: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
      return buffer.toString('latin1', 0, bytesRead);
    };
    if (!/^%PDF-[12]\.\d/.test(await textAt(0, 8))) throw new PdfRefused('unsupported');
    const end = await textAt(Math.max(0, size - 2048), 2048);
    const last = end.lastIndexOf('%%EOF');
    if (last < 0 || !/startxref\s+\d+\s*$/.test(end.slice(0, last))) throw new PdfRefused('unreadable');
    if (end.slice(last + 5).replace(/[\s\0]/g, '').length > mostTail) throw new PdfRefused('mixed');
  } finally {
    await file.close();
  }
}

/** One walk over a file, keeping apart what stands in streams and what stands between them. */
class Walk {
  private text = '';
  /** Where in the file `text` begins, and how far in it the walk is. */
  private start = 0;
  private done = 0;
  private inStream = false;
  private current: Omit<PackedStream, 'end'> | null = null;
  private readonly found: PackedStream[] = [];

  async through(path: string): Promise<PackedStream[]> {
    for await (const chunk of createReadStream(path)) {
      this.text += (chunk as Buffer).toString('latin1');
      this.checkEverywhere();
      this.walk(Math.max(this.done, this.text.length - longestName));
      this.forget();
    }
    this.walk(this.text.length);
    if (this.current?.strict) throw new PdfRefused('unreadable');
    return this.found;
  }

  private checkEverywhere(): void {
    const fresh = this.text.slice(Math.max(0, this.done - longestName));
    if (lockedName.test(fresh)) throw new PdfRefused('pdf_locked');
    if (activeName.test(fresh)) throw new PdfRefused('pdf_active');
  }

  private walk(until: number): void {
    const marks = /(endstream)|stream\r?\n/g;
    marks.lastIndex = this.done;
    for (let mark = marks.exec(this.text); mark && mark.index < until; mark = marks.exec(this.text)) {
      if (!this.inStream) this.checkBetween(mark.index);
      if (mark[1]) this.close(this.start + mark.index);
      else if (!this.inStream) this.enter(mark.index, marks.lastIndex);
      this.done = marks.lastIndex;
    }
    if (!this.inStream && this.done < until) this.checkBetween(until + longestName);
    this.done = Math.max(this.done, until);
  }

  private checkBetween(until: number): void {
    if (scriptName.test(this.text.slice(this.done, until))) throw new PdfRefused('pdf_active');
  }

  private enter(dictionaryEnd: number, dataBegin: number): void {
    const kind = kindOfStream(this.text.slice(Math.max(0, dictionaryEnd - lookBack), dictionaryEnd));
    // Objects that are not packed are read like everything between streams.
    this.inStream = kind !== 'open';
    if (kind === 'objects' || kind === 'other')
      this.current = { at: this.start + dataBegin, strict: kind === 'objects' };
  }

  private close(end: number): void {
    this.inStream = false;
    if (this.current) this.found.push({ ...this.current, end });
    this.current = null;
    if (this.found.length > mostStreams) throw new PdfRefused('unreadable');
  }

  private forget(): void {
    const old = Math.max(0, this.done - lookBack - longestName);
    this.text = this.text.slice(old);
    this.start += old;
    this.done -= old;
  }
}
