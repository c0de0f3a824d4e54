import { sendWithRetry, type UploadResult } from './upload-rules.ts';

/** Stored file. A file in state `being_checked` can be opened after the virus scan. */
export type StoredFile = {
  id: string;
  name: string;
  bytes: number;
  mime: string;
  state?: 'clean' | 'being_checked';
};

type UploadRequest = {
  url: string;
  file: File;
  /** Id of the upload. Sending the same id again resumes an interrupted upload. */
  upload: string;
  onProgress: (percent: number) => void;
  signal: AbortSignal;
};

const unclearMessage = "We couldn't save the file. Please try again.";

/** Maximum time without progress, ms: during the transfer, then while waiting for the response. */
const idleTimeoutMs = 30_000;
const responseTimeoutMs = 120_000;

type UploadResponse = { text?: unknown; title?: unknown; code?: unknown };

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** 502, 503 and 504 count as a lost connection [000 §8 Library codes]. After 408 and 409 the upload resumes. */
const isRetryable = (status: number, code: unknown): boolean =>
  [0, 408, 502, 503, 504].includes(status) || code === 'documents.other_offset' || code === 'general.busy';

export function parseUploadResponse(status: number, body: string): UploadResult<StoredFile> {
  const answer = parseJson(body);
  if (status === 200 && answer !== null) return { kind: 'sent', file: answer as StoredFile };
  const { text, title, code } = (answer ?? {}) as UploadResponse;
  const details = { ...(typeof title === 'string' && { title }), ...(typeof code === 'string' && { code }) };
  const hasMessage = typeof text === 'string' && code !== 'documents.other_offset';
  if (isRetryable(status, code)) return { kind: 'lost', ...(hasMessage && { reported: { text, ...details } }) };
  return { kind: 'refused', text: hasMessage ? text : unclearMessage, ...details };
}

type UploadProgress = { file: StoredFile | null; bytes: number };

/** Loads the number of bytes that arrived. Null if the server did not respond. */
async function fetchProgress({ upload, signal }: UploadRequest): Promise<UploadProgress | null> {
  try {
    const timeoutSignal = AbortSignal.any([signal, AbortSignal.timeout(idleTimeoutMs)]);
    const answer = await fetch(`/api/uploads/${upload}`, { signal: timeoutSignal });
    // The upload request reports the refusal.
    if (answer.status < 500 && !answer.ok) return { file: null, bytes: 0 };
    return answer.ok ? ((await answer.json()) as UploadProgress) : null;
  } catch {
    return null;
  }
}

type Remainder = { body: ArrayBuffer; from: number };

function sendRemainder(
  { url, file, upload, onProgress, signal }: UploadRequest,
  { body, from }: Remainder,
): Promise<UploadResult<StoredFile>> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve({ kind: 'left' });
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    let idleTimer = setTimeout(stop, idleTimeoutMs);
    const resetTimer = (milliseconds: number) => {
      clearTimeout(idleTimer);
      idleTimer = setTimeout(stop, milliseconds);
    };
    signal.addEventListener('abort', stop, { once: true });
    request.upload.onprogress = ({ loaded }) => {
      resetTimer(idleTimeoutMs);
      onProgress(Math.min(100, Math.floor(((from + loaded) * 100) / body.byteLength)));
    };
    request.upload.onload = () => resetTimer(responseTimeoutMs);
    // All bytes arrived in an earlier attempt, so no progress event follows.
    if (from === body.byteLength) resetTimer(responseTimeoutMs);
    request.onloadend = () => {
      clearTimeout(idleTimer);
      signal.removeEventListener('abort', stop);
      resolve(signal.aborted ? { kind: 'left' } : parseUploadResponse(request.status, request.responseText));
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

/** Uploads a file and resumes after interruptions. iOS needs the file in memory [001 §7 Storage]. Never throws. */
export async function sendFile(sending: UploadRequest): Promise<UploadResult<StoredFile>> {
  try {
    const body = await sending.file.arrayBuffer();
    const attempt = async (): Promise<UploadResult<StoredFile>> => {
      const arrived = await fetchProgress(sending);
      if (sending.signal.aborted) return { kind: 'left' };
      if (!arrived) return { kind: 'lost' };
      if (arrived.file) return { kind: 'sent', file: arrived.file };
      const from = arrived.bytes;
      const result = await sendRemainder(sending, { body, from });
      return result.kind === 'lost' ? { ...result, arrived: from } : result;
    };
    return await sendWithRetry(attempt, wait);
  } catch {
    return { kind: 'refused', text: "We couldn't read the file. Please choose it again." };
  }
}
