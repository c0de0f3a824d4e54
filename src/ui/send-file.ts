import { sendWithRetry, type Try } from './upload-rules.ts';

/** A file as the server keeps it. `being_checked`: kept, and opened for reading once the virus check was asked. */
export type StoredFile = {
  id: string;
  name: string;
  bytes: number;
  mime: string;
  state?: 'clean' | 'being_checked';
};

type Sending = {
  url: string;
  file: File;
  /** The name under which this file is sent; with the same one a sending that broke off goes on where it stopped. */
  upload: string;
  onProgress: (percent: number) => void;
  signal: AbortSignal;
};

const unclear = 'The file could not be stored. Please try again.';

/** Milliseconds without a byte after which a line counts as dead, and for the answer once all was sent. */
const silence = 30_000;
const judging = 120_000;

function answerOf(status: number, body: string): Try<StoredFile> {
  // 502, 503 and 504 count as a lost connection [000 §8 Library codes]; 408 and 409: we go on elsewhere.
  if (status === 0 || [408, 502, 503, 504].includes(status)) return { kind: 'lost' };
  try {
    const read: unknown = JSON.parse(body);
    if (status === 200) return { kind: 'sent', file: read as StoredFile };
    const { text, title, code } = (read ?? {}) as { text?: unknown; title?: unknown; code?: unknown };
    if (code === 'documents.other_offset') return { kind: 'lost' };
    const said = { text: typeof text === 'string' ? text : unclear };
    const named = { ...(typeof title === 'string' && { title }), ...(typeof code === 'string' && { code }) };
    return { kind: 'refused', ...said, ...named };
  } catch {
    return { kind: 'refused', text: unclear };
  }
}

type Arrived = { file: StoredFile | null; bytes: number };

/** How far this upload came; null when that cannot be asked now. */
async function arrivedOf({ upload, signal }: Sending): Promise<Arrived | null> {
  try {
    const patience = AbortSignal.any([signal, AbortSignal.timeout(silence)]);
    const answer = await fetch(`/api/uploads/${upload}`, { signal: patience });
    // Who is refused hears why when they send.
    if (answer.status < 500 && !answer.ok) return { file: null, bytes: 0 };
    return answer.ok ? ((await answer.json()) as Arrived) : null;
  } catch {
    return null;
  }
}

type Rest = { body: ArrayBuffer; from: number };

function sendRest({ url, file, upload, onProgress, signal }: Sending, { body, from }: Rest): Promise<Try<StoredFile>> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve({ kind: 'left' });
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    let quiet = setTimeout(stop, silence);
    const waitOn = (milliseconds: number) => {
      clearTimeout(quiet);
      quiet = setTimeout(stop, milliseconds);
    };
    signal.addEventListener('abort', stop, { once: true });
    request.upload.onprogress = ({ loaded }) => {
      waitOn(silence);
      onProgress(Math.min(100, Math.floor(((from + loaded) * 100) / body.byteLength)));
    };
    request.upload.onload = () => waitOn(judging);
    request.onloadend = () => {
      clearTimeout(quiet);
      signal.removeEventListener('abort', stop);
      resolve(signal.aborted ? { kind: 'left' } : answerOf(request.status, request.responseText));
    };
    request.open('PUT', url);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.setRequestHeader('x-file-name', encodeURIComponent(file.name));
    request.setRequestHeader('upload-id', upload);
    request.setRequestHeader('upload-offset', String(from));
    request.setRequestHeader('upload-length', String(body.byteLength));
    request.send(body.slice(from));
  });
}

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * Sends a file as raw bytes; one that broke off goes on behind what has arrived. It is first copied into memory, as on
 * iOS [001 §7 Storage]: some phones lose the file they lent us before a second try. `onProgress` gets whole percents.
 * Never throws.
 */
export async function sendFile(sending: Sending): Promise<Try<StoredFile>> {
  try {
    const body = await sending.file.arrayBuffer();
    const sendOn = async (): Promise<Try<StoredFile>> => {
      const arrived = await arrivedOf(sending);
      if (sending.signal.aborted) return { kind: 'left' };
      if (!arrived) return { kind: 'lost' };
      if (arrived.file) return { kind: 'sent', file: arrived.file };
      const from = arrived.bytes;
      const tried = await sendRest(sending, { body, from });
      return tried.kind === 'lost' ? { ...tried, arrived: from } : tried;
    };
    return await sendWithRetry(sendOn, wait);
  } catch {
    return { kind: 'refused', text: 'The file could not be read. Please choose it again.' };
  }
}
