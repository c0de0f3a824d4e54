import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';

/** Allows blanks before the PDF header, which some programs write. */
const pdfHead = /^(?:\xef\xbb\xbf)?[\t\n\f\r \0]{1,1024}%PDF-/;

/** Detects the type by the first bytes, not by name or declared type [000 §5 Files, decision A5]. Null: unknown. */
export async function detectMimeType(path: string): Promise<string | null> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4100), 0, 4100, 0);
    const start = buffer.subarray(0, bytesRead);
    if (pdfHead.test(start.toString('latin1', 0, 1_100))) return 'application/pdf';
    return (await fileTypeFromBuffer(start))?.mime ?? null;
  } finally {
    await file.close();
  }
}

export async function isContainer(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0);
    return ['504b0304', 'd0cf11e0a1b11ae1'].some((sign) => buffer.toString('hex').startsWith(sign));
  } finally {
    await file.close();
  }
}

/** Patterns too long to occur by chance in compressed data. */
const markup = /<\?php|<script|<html|<!doctype|<svg[\s>]|<iframe|#!\/(?:usr\/)?bin\//i;
const endOfZip = 'PK\x05\x06\0\0\0\0';
const overlap = 32;

/** Returns true when another program could read the file as another type (ASVS 5.2.2). */
export async function isPolyglot(path: string): Promise<boolean> {
  let tail = '';
  for await (const chunk of createReadStream(path)) {
    const text = tail + (chunk as Buffer).toString('latin1');
    if (markup.test(text) || text.includes(endOfZip)) return true;
    tail = text.slice(-overlap);
  }
  return false;
}

export async function isPlainText(path: string): Promise<boolean> {
  const bytes = await readFile(path);
  try {
    return !/[^\P{Cc}\t\r\n]/u.test(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return false;
  }
}
