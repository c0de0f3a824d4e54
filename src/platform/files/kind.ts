import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';

/**
 * What a file is, by its first bytes [000 §5 Files, decision A5]; its name and what the browser says of it count for
 * nothing. Null: unknown.
 */
export async function kindOf(path: string): Promise<string | null> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4100), 0, 4100, 0);
    return (await fileTypeFromBuffer(buffer.subarray(0, bytesRead)))?.mime ?? null;
  } finally {
    await file.close();
  }
}

/** Whether a file begins as the two wrappings do in which Word keeps documents: an archive, or a compound file. */
export async function isWrapped(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0);
    return ['504b0304', 'd0cf11e0a1b11ae1'].some((sign) => buffer.toString('hex').startsWith(sign));
  } finally {
    await file.close();
  }
}

/**
 * What makes a file a page, a program or an archive as well as a picture or a PDF: the beginnings of markup and
 * scripts, and the end of a ZIP directory. Long enough not to turn up by chance in ten compressed megabytes.
 */
const markup = /<\?php|<script|<html|<!doctype|<svg[\s>]|<iframe|#!\/(?:usr\/)?bin\//i;
const endOfZip = 'PK\x05\x06\0\0\0\0';
const overlap = 32;

/** Whether a file is something else besides, which some reader might take it for (ASVS 5.2.2). */
export async function isMixed(path: string): Promise<boolean> {
  let before = '';
  for await (const chunk of createReadStream(path)) {
    const text = before + (chunk as Buffer).toString('latin1');
    if (markup.test(text) || text.includes(endOfZip)) return true;
    before = text.slice(-overlap);
  }
  return false;
}
