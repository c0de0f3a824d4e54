import { formatMessage } from '../kernel/message-template.ts';
import { wordMimeTypes } from '../kernel/mime-types.ts';

/** Upload limits [000 §5 Files, §9]. The server checks them again. */

const maxBytes = 10 * 1024 * 1024;
const maxTries = 3;

const images = ['image/png', 'image/jpeg', 'image/webp'];
const documents = [
  'application/pdf',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'text/plain',
];

/** Allowed file types by purpose [000 §5 Files, 001 §5 Files]. */
export const accepted = {
  image: { types: images, text: 'PNG, JPG or WebP, up to 10\u00a0MB' },
  proof: {
    types: [...images, 'application/pdf'],
    text: 'PNG, JPG, WebP or PDF, up to 10\u00a0MB',
  },
  /** Bank-transfer proof of a subscription or workshop [001 §5 Subscription and workshop]. */
  payment: {
    types: [...images, 'application/pdf'],
    text: 'PNG, JPG, WebP or PDF, up to 10\u00a0MB',
  },
  /** Proof of a crypto payment (Mahoni) [001 §5 Subscription and workshop]. */
  transfer: {
    types: ['image/png', 'image/jpeg', 'application/pdf'],
    text: 'PNG, JPG or PDF, up to 10\u00a0MB',
  },
  official: {
    types: ['application/pdf', 'image/jpeg', 'image/png'],
    text: 'PDF, JPG or PNG, up to 10\u00a0MB',
  },
  /** Launch whitepaper [001 §5 Files, Launch form]. */
  word: {
    types: wordMimeTypes,
    text: 'Word document (.doc or .docx), up to 10\u00a0MB',
  },
  document: {
    types: [...images, ...documents],
    text: 'Image, PDF, Word or text, up to 10\u00a0MB',
  },
} as const;
export type Accept = keyof typeof accepted;

/** `accept` attribute. Includes extensions of Word files, because some devices lack the MIME type. */
export const getAcceptAttribute = (accept: Accept): string =>
  [...accepted[accept].types, ...(accept === 'word' ? ['.doc', '.docx'] : [])].join(',');

/** Maximum width and height, px. The small print of an identity card stays readable. */
const maxSidePx = 2000;

/** New size in px, or null if the image is small enough. */
export function scaleToFit(width: number, height: number): { width: number; height: number } | null {
  const scale = maxSidePx / Math.max(width, height);
  if (!(scale < 1)) return null;
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

export const uploadUrl = (purpose: string, submission?: string): string =>
  `/api/files?${new URLSearchParams({ purpose, ...(submission && { submission }) })}`;

const title = 'Invalid file';
/** Error texts by file purpose [000 §5 Files, §8 KYC, 001 §5 Files]. */
export const uploadErrors = {
  image: { title, text: 'Accepted: images. Max 10MB.' },
  proof: { title, text: 'Accepted: images or PDF. Max 10MB.' },
  payment: { title, text: 'Accepted: images or PDF. Max 10MB.' },
  transfer: { title, text: 'Only PNG, JPG, and PDF files are allowed' },
  official: { title, text: 'Unsupported file type: {type}' },
  word: { title, text: 'Accepted: Word documents (.doc or .docx). Max 10MB.' },
  document: { title, text: 'File must be under 10MB and of an accepted type.' },
  tooLarge: { title: 'File Too Large', text: 'File must be less than 10MB' },
  paymentTooLarge: { title: 'File too large', text: 'Max 10MB' },
  transferTooLarge: { title: 'File too large', text: 'File size must be less than 10MB' },
  failed: { title: 'Upload Failed' },
  wordFailed: { title: 'Upload failed' },
  lost: { text: 'The connection was lost. Try again to continue where it stopped.' },
  /** iOS suspends uploads when the user leaves the page or the screen locks. */
  lostOnIos: {
    text: 'The connection was lost. On an iPhone or iPad, stay on this page and keep the screen on until the file is sent. Try again to continue where it stopped.',
  },
  paymentLost: { text: 'Network error while uploading proof. Please check your connection and try again.' },
  paymentExpired: { title: 'Error', text: 'Your session expired. Please log in again and retry.' },
  empty: { title, text: 'This file is empty.' },
} as const;

export type FileError = { title: string; text: string };

const { lost, lostOnIos, word, paymentLost, paymentTooLarge, transferTooLarge } = uploadErrors;
/** Texts that differ for payment proofs [001 §5 Subscription and workshop, §8 Subscriptions and workshops]. */
const purposeTexts: Partial<
  Record<Accept, { readonly lost: { readonly text: string }; readonly tooLarge: FileError }>
> = {
  payment: { lost: paymentLost, tooLarge: paymentTooLarge },
  transfer: { lost: paymentLost, tooLarge: transferTooLarge },
  word: { lost, tooLarge: word },
};

type Device = { readonly userAgent: string; readonly maxTouchPoints: number };

/** iPads identify as Macs, but Macs have no touch points. */
const isIos = ({ userAgent, maxTouchPoints }: Device): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);

/** Text after the last retry. iOS has its own text [001 §8 Trading]. */
export function getConnectionLostText(accept: Accept, device: Device): string {
  const text = purposeTexts[accept]?.lost ?? lost;
  return (text === lost && isIos(device) ? lostOnIos : text).text;
}

export const getUploadError = (
  result: Extract<UploadResult<unknown>, { kind: 'lost' | 'refused' }>,
  accept: Accept,
  device: Device,
): UploadError =>
  result.kind === 'refused' ? result : (result.reported ?? { text: getConnectionLostText(accept, device) });

const isWordByName = ({ type, name = '' }: { type: string; name?: string }, accept: Accept): boolean =>
  accept === 'word' && (type === '' || type === 'application/octet-stream') && /\.docx?$/i.test(name);

/** Title of an upload error: 'Upload Failed' [001 §8 Trading], or 'Upload failed' for a whitepaper [001 §8 Launch]. */
export function getErrorTitle(accept: Accept, reported: string | undefined): string {
  if (accept !== 'word') return reported ?? uploadErrors.failed.title;
  return reported === title || reported === uploadErrors.tooLarge.title ? title : uploadErrors.wordFailed.title;
}

/** Checks type and size before an upload; 10 MB is allowed. Null if valid [001 §5 Files, §9 Files]. */
export function validateFile(file: { size: number; type: string; name?: string }, accept: Accept): FileError | null {
  if (file.size > maxBytes) return purposeTexts[accept]?.tooLarge ?? uploadErrors.tooLarge;
  if (file.size === 0) return uploadErrors.empty;
  const types: readonly string[] = accepted[accept].types;
  if (types.includes(file.type) || isWordByName(file, accept)) return null;
  return { title, text: formatMessage<string>(uploadErrors[accept].text, { type: file.type || 'unknown' }) };
}

export type UploadError = { text: string; title?: string; code?: string };

/** `lost`: no response, or the server was busy. `arrived`: bytes that the server had before the attempt. */
export type UploadResult<T> =
  | { kind: 'sent'; file: T }
  | { kind: 'lost'; arrived?: number; reported?: UploadError }
  | ({ kind: 'refused' } & UploadError)
  | { kind: 'left' };

/** Retries lost connections after 1 s and 2 s, up to 3 attempts [001 §7 Storage]. Progress resets the count. */
export async function sendWithRetry<T>(
  send: () => Promise<UploadResult<T>>,
  wait: (milliseconds: number) => Promise<void>,
): Promise<UploadResult<T>> {
  let result = await send();
  let furthest = 0;
  for (let done = 1; result.kind === 'lost' && done < maxTries; done++) {
    await wait(done * 1000);
    result = await send();
    if (result.kind !== 'lost' || (result.arrived ?? 0) <= furthest) continue;
    furthest = result.arrived ?? 0;
    done = 0;
  }
  return result;
}
