import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';
import { wordMimeTypes } from '../../kernel/mime-types.ts';
import { fairQueue, type QueueKeys } from '../limits/fair-queue.ts';
import { maxFileBytes } from './file-store.ts';
import { checkPdf } from './pdf-check.ts';
import { redrawPicture } from './picture-worker.ts';
import type { FileRejection } from './rejection.ts';
import { checkWord } from './word-check.ts';

/** Allows blanks before the PDF header, which some programs write. */
const pdfHead = /^(?:\xef\xbb\xbf)?[\t\n\f\r \0]{1,1024}%PDF-/;

/** Detects the type by the first bytes, not by name or declared type [000 §5 Files, decision A5]. Null: unknown. */
async function detectMimeType(path: string): Promise<string | null> {
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

async function isContainer(path: string): Promise<boolean> {
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
async function isPolyglot(path: string): Promise<boolean> {
  let tail = '';
  for await (const chunk of createReadStream(path)) {
    const text = tail + (chunk as Buffer).toString('latin1');
    if (markup.test(text) || text.includes(endOfZip)) return true;
    tail = text.slice(-overlap);
  }
  return false;
}

async function isPlainText(path: string): Promise<boolean> {
  const bytes = await readFile(path);
  try {
    return !/[^\P{Cc}\t\r\n]/u.test(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return false;
  }
}

export type AcceptedFile = { readonly path: string; readonly mime: string; readonly bytes: number };
export type Requester = { readonly queueKeys: QueueKeys; readonly deadline?: AbortSignal };
export type RejectedFile = { readonly rejection: FileRejection; readonly mime: string | null };

/** One check at a time, because a check occupies a core. */
const inspectQueue = fairQueue({ concurrency: 1, maxWaiting: 100, maxWaitingPerKey: [60, 40, 20] });

/** Checks a file's content and redraws a picture to `path.new`. Refuses after the deadline. */
export const inspect = (
  path: string,
  allowed: readonly string[],
  requester: Requester,
): Promise<AcceptedFile | RejectedFile> =>
  inspectQueue(requester.queueKeys, () => inspectNow(path, allowed, requester), requester.deadline);

async function inspectNow(
  path: string,
  allowed: readonly string[],
  requester: Requester,
): Promise<AcceptedFile | RejectedFile> {
  const { queueKeys, deadline } = requester;
  if (wordMimeTypes.some((kind) => allowed.includes(kind)) && (await isContainer(path)))
    return inspectWord(path, allowed, requester);
  const mime = await detectMimeType(path);
  if (mime === null && allowed.includes('text/plain')) return inspectText(path);
  if (mime === null || !allowed.includes(mime)) return { rejection: 'unsupported', mime };
  const rejection = mime === 'application/pdf' ? await checkPdf(path, queueKeys, deadline) : null;
  if (rejection) return { rejection, mime };
  if (await isPolyglot(path)) return { rejection: 'mixed', mime };
  return mime === 'application/pdf'
    ? { path, mime, bytes: (await stat(path)).size }
    : inspectPicture(path, mime, requester);
}

async function inspectWord(
  path: string,
  allowed: readonly string[],
  { queueKeys, deadline }: Requester,
): Promise<AcceptedFile | RejectedFile> {
  const { mime, rejection } = await checkWord(path, queueKeys, deadline);
  if (mime === null || !allowed.includes(mime)) return { rejection: 'unsupported', mime };
  return rejection ? { rejection, mime } : { path, mime, bytes: (await stat(path)).size };
}

async function inspectText(path: string): Promise<AcceptedFile | RejectedFile> {
  if (!(await isPlainText(path))) return { rejection: 'unsupported', mime: null };
  if (await isPolyglot(path)) return { rejection: 'mixed', mime: 'text/plain' };
  return { path, mime: 'text/plain', bytes: (await stat(path)).size };
}

async function inspectPicture(
  path: string,
  mime: string,
  { queueKeys, deadline }: Requester,
): Promise<AcceptedFile | RejectedFile> {
  const target = getRedrawnPath(path);
  const result = await redrawPicture({ from: path, to: target, mime, maxBytes: maxFileBytes }, queueKeys, deadline);
  return typeof result === 'string' ? { rejection: result, mime } : { path: target, mime, bytes: result.bytes };
}

export const getRedrawnPath = (path: string): string => `${path}.new`;
