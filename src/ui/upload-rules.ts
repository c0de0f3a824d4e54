import { wordKinds } from '../kernel/word-kinds.ts';
import { worded } from '../kernel/worded.ts';

/**
 * What may be sent, up to 10 MB, and when a failed sending is tried again [000 §5 Files, §9]. The server checks the
 * same, by the file's bytes.
 */

const maxBytes = 10 * 1024 * 1024;
const tries = 3;

const images = ['image/png', 'image/jpeg', 'image/webp'];
const documents = [
  'application/pdf',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'text/plain',
];

/** The kinds of file that a place accepts [000 §5 Files, 001 §5 Files]. */
export const accepted = {
  image: { types: images, words: 'PNG, JPG or WebP, up to 10\u00a0MB' },
  proof: {
    types: [...images, 'application/pdf'],
    words: 'PNG, JPG, WebP or PDF, up to 10\u00a0MB',
  },
  /**
   * The bank-transfer proof of a subscription or a workshop; it has words of its own [001 §5 Subscription and
   * workshop].
   */
  payment: {
    types: [...images, 'application/pdf'],
    words: 'PNG, JPG, WebP or PDF, up to 10\u00a0MB',
  },
  /** The proof of a crypto payment (Mahoni) for one of them: PNG, JPG and PDF [001 §5 Subscription and workshop]. */
  transfer: {
    types: ['image/png', 'image/jpeg', 'application/pdf'],
    words: 'PNG, JPG or PDF, up to 10\u00a0MB',
  },
  official: {
    types: ['application/pdf', 'image/jpeg', 'image/png'],
    words: 'PDF, JPG or PNG, up to 10\u00a0MB',
  },
  /** The launch whitepaper, a Word document [001 §5 Files, Launch form]. */
  word: {
    types: wordKinds,
    words: 'Word document (.doc or .docx), up to 10\u00a0MB',
  },
  document: {
    types: [...images, ...documents],
    words: 'Image, PDF, Word or text, up to 10\u00a0MB',
  },
} as const;
export type Accept = keyof typeof accepted;

/** What a device offers to choose from; documents of Word by their names too, where it knows no kind for them. */
export const choosable = (accept: Accept): string =>
  [...accepted[accept].types, ...(accept === 'word' ? ['.doc', '.docx'] : [])].join(',');

/** The long side of a photo that is sent, in pixels: enough to read the smallest print of an identity card. */
const longSide = 2000;

/** The size to which a picture is brought before it is sent; null when it is small enough already. */
export function smallerSize(width: number, height: number): { width: number; height: number } | null {
  const scale = longSide / Math.max(width, height);
  if (!(scale < 1)) return null;
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Where a file is sent: what it is for and, for a paper of an identity check, the submission it belongs to. */
export const uploadUrl = (purpose: string, submission?: string): string =>
  `/api/files?${new URLSearchParams({ purpose, ...(submission && { submission }) })}`;

const title = 'Invalid file';
/**
 * By the kind of file that a place accepts, where it is of no such kind: 'Invalid file' [000 §5 Files, §8 KYC, 001 §5
 * Files].
 */
export const uploadRefusals = {
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
  lost: { text: 'The connection was lost. Try again goes on where it stopped.' },
  /** A phone of this kind stops what a page sends once the page is left or the screen goes dark. */
  lostOnIos: {
    text: 'The connection was lost. On an iPhone or iPad stay on this page, with the screen on, until the file is sent. Try again goes on where it stopped.',
  },
  paymentLost: { text: 'Network error while uploading proof. Please check your connection and try again.' },
  paymentExpired: { title: 'Error', text: 'Your session expired. Please log in again and retry.' },
  empty: { title, text: 'This file is empty.' },
} as const;

export type FileRefusal = { title: string; text: string };

const { lost, lostOnIos, word, paymentLost, paymentTooLarge, transferTooLarge } = uploadRefusals;
/**
 * 'File too large' and 'Network error while uploading proof', where the proof of a plan or place says otherwise what
 * every file may come to [001 §5 Subscription and workshop, §8 Subscriptions and workshops].
 */
const inOtherWords: Partial<
  Record<Accept, { readonly lost: { readonly text: string }; readonly tooLarge: FileRefusal }>
> = {
  payment: { lost: paymentLost, tooLarge: paymentTooLarge },
  transfer: { lost: paymentLost, tooLarge: transferTooLarge },
  word: { lost, tooLarge: word },
};

type Device = { readonly userAgent: string; readonly maxTouchPoints: number };

/** An iPhone or iPad, which calls itself a Mac and is touched. */
const isIos = ({ userAgent, maxTouchPoints }: Device): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);

/** What is said where the line broke, after all tries: a differing message on iOS [001 §8 Trading]. */
export function lostWords(accept: Accept, device: Device): string {
  const words = inOtherWords[accept]?.lost ?? lost;
  return (words === lost && isIos(device) ? lostOnIos : words).text;
}

/** Devices without Word know no kind for its documents: their name has to do here, and the bytes on the server. */
const isUnnamedWord = ({ type, name = '' }: { type: string; name?: string }, accept: Accept): boolean =>
  accept === 'word' && (type === '' || type === 'application/octet-stream') && /\.docx?$/i.test(name);

/**
 * What heads the toast over an upload that was refused or lost, 'Upload Failed' where nothing else is known [001 §8
 * Trading], 'Upload failed' of a whitepaper [001 §8 Launch].
 */
export function failedTitle(accept: Accept, said: string | undefined): string {
  if (accept !== 'word') return said ?? uploadRefusals.failed.title;
  return said === title || said === uploadRefusals.tooLarge.title ? title : uploadRefusals.wordFailed.title;
}

/**
 * Whether a file may be sent, by size and kind: null, or what to tell [001 §5 Files, §9 Files]. A file of exactly 10 MB
 * may.
 */
export function refusalOf(file: { size: number; type: string; name?: string }, accept: Accept): FileRefusal | null {
  if (file.size > maxBytes) return inOtherWords[accept]?.tooLarge ?? uploadRefusals.tooLarge;
  if (file.size === 0) return uploadRefusals.empty;
  const types: readonly string[] = accepted[accept].types;
  if (types.includes(file.type) || isUnnamedWord(file, accept)) return null;
  return { title, text: worded<string>(uploadRefusals[accept].text, { type: file.type || 'unknown' }) };
}

/**
 * What came of one try. `lost`: no answer, or one that says "not now", and how many bytes had arrived before it;
 * `refused`: the server said no.
 */
export type Try<T> =
  | { kind: 'sent'; file: T }
  | { kind: 'lost'; arrived?: number }
  | { kind: 'refused'; text: string; title?: string; code?: string }
  | { kind: 'left' };

/**
 * Tries up to 3 times, with waits of 1 s and 2 s [001 §7 Storage]; a line that brought something further counts anew.
 * Only a lost connection is tried again: a refusal would be refused again, and whoever left does not want it.
 */
export async function sendWithRetry<T>(
  send: () => Promise<Try<T>>,
  wait: (milliseconds: number) => Promise<void>,
): Promise<Try<T>> {
  let result = await send();
  let furthest = 0;
  for (let done = 1; result.kind === 'lost' && done < tries; done++) {
    await wait(done * 1000);
    result = await send();
    if (result.kind !== 'lost' || (result.arrived ?? 0) <= furthest) continue;
    furthest = result.arrived ?? 0;
    done = 0;
  }
  return result;
}
