import { sendWithRetry, type Try } from './upload-rules.ts';

/** A file as the server keeps it. `being_checked`: kept, and opened for reading once the virus check was asked. */
export type StoredFile = {
  id: string;
  name: string;
  bytes: number;
  mime: string;
  state?: 'clean' | 'being_checked';
};

type Sending = { url: string; file: File; onProgress: (percent: number) => void; signal: AbortSignal };

const unclear = 'The file could not be stored. Please try again.';

function answerOf(status: number, body: string): Try<StoredFile> {
  // 502, 503 and 504 mean "not now" and are treated as a lost connection [000 §8].
  if (status === 0 || [502, 503, 504].includes(status)) return { kind: 'lost' };
  try {
    const read: unknown = JSON.parse(body);
    if (status === 200) return { kind: 'sent', file: read as StoredFile };
    const { text, title } = (read ?? {}) as { text?: unknown; title?: unknown };
    const said = { text: typeof text === 'string' ? text : unclear };
    return { kind: 'refused', ...said, ...(typeof title === 'string' && { title }) };
  } catch {
    return { kind: 'refused', text: unclear };
  }
}

function sendOnce({ url, file, onProgress, signal }: Sending, body: ArrayBuffer): Promise<Try<StoredFile>> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve({ kind: 'left' });
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    signal.addEventListener('abort', stop, { once: true });
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? Math.floor((loaded * 100) / total) : 0);
    request.onloadend = () => {
      signal.removeEventListener('abort', stop);
      resolve(signal.aborted ? { kind: 'left' } : answerOf(request.status, request.responseText));
    };
    request.open('PUT', url);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.setRequestHeader('x-file-name', encodeURIComponent(file.name));
    request.send(body);
  });
}

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * Sends a file as raw bytes. It is copied into memory first: some phones lose the file they lent us before a second
 * try. `onProgress` gets whole percents. Never throws.
 */
export async function sendFile(sending: Sending): Promise<Try<StoredFile>> {
  try {
    const body = await sending.file.arrayBuffer();
    return await sendWithRetry(() => sendOnce(sending, body), wait);
  } catch {
    return { kind: 'refused', text: 'The file could not be read. Please choose it again.' };
  }
}
