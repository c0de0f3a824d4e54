import { stat } from 'node:fs/promises';
import { wordMimeTypes } from '../../kernel/mime-types.ts';
import { fairQueue, type QueueKeys } from '../limits/fair-queue.ts';
import { maxFileBytes } from './file-store.ts';
import { detectMimeType, isContainer, isPlainText, isPolyglot } from './file-type.ts';
import { checkPdf } from './pdf-check.ts';
import { redrawPicture } from './picture-worker.ts';
import type { FileRejection } from './rejection.ts';
import { checkWord } from './word-check.ts';

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
