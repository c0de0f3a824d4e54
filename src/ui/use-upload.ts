import { useEffect, useRef, useState } from 'react';
import { type StoredFile, sendFile } from './send-file.ts';
import { shrinkPhoto } from './shrink-photo.ts';
import { type Notice, toastError } from './toast.ts';
import { sayUnsent } from './unsent.ts';
import { type Accept, lostWords, refusalOf, uploadUrl } from './upload-rules.ts';

export type UploadState =
  | { at: 'empty' }
  | { at: 'busy'; name: string; size: number; percent: number }
  | { at: 'failed'; name: string; text: string; again: boolean }
  | { at: 'done'; file: StoredFile };

type Options = {
  purpose: string;
  submission?: string | undefined;
  accept: Accept;
  value?: StoredFile | null | undefined;
  failed?: Notice<`${string}{message}`> | undefined;
  onUploaded: (file: StoredFile) => void;
  onRemoved?: (() => void) | undefined;
};

/** The preview of an image that was selected here [001 §4 Crypto selection]; null for anything else. */
function usePreview(file: File | null): string | null {
  const [preview, setPreview] = useState<string | null>(null);
  useEffect(() => {
    if (!file?.type.startsWith('image/')) return setPreview(null);
    const url = URL.createObjectURL(file);
    setPreview(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return preview;
}

/** The course of one upload: choose, make smaller, check, send, try again, replace, remove. Leaving stops it. */
export function useUpload({ purpose, submission, accept, value, failed, onUploaded, onRemoved }: Options) {
  const [state, setState] = useState<UploadState>(value ? { at: 'done', file: value } : { at: 'empty' });
  const [chosen, setChosen] = useState<File | null>(null);
  const under = useRef<AbortController | null>(null);
  /** The name under which the chosen file is sent, so that it can go on. */
  const upload = useRef('');
  useEffect(() => () => under.current?.abort(), []);

  const send = async (file: File) => {
    under.current?.abort();
    const leave = new AbortController();
    under.current = leave;
    const progress = (percent: number) => setState({ at: 'busy', name: file.name, size: file.size, percent });
    progress(0);
    const url = uploadUrl(purpose, submission);
    const result = await sendFile({ url, file, upload: upload.current, onProgress: progress, signal: leave.signal });
    if (result.kind === 'left' || leave.signal.aborted) return;
    if (result.kind === 'sent') {
      setState({ at: 'done', file: result.file });
      return onUploaded(result.file);
    }
    const text = result.kind === 'lost' ? lostWords(accept, navigator) : result.text;
    sayUnsent(result.kind === 'lost' ? { text } : result, { accept, failed });
    setState({ at: 'failed', name: file.name, text, again: result.kind === 'lost' });
  };

  const choose = async (given: File | undefined) => {
    if (!given) return;
    // Making a photo smaller takes a slow phone seconds: they see at once that it was taken.
    setState({ at: 'busy', name: given.name, size: given.size, percent: 0 });
    // A large photo is made smaller first: it may fit only then, and takes a tenth of the line.
    const file = await shrinkPhoto(given);
    const refusal = refusalOf(file, accept);
    setChosen(refusal ? null : file);
    upload.current = crypto.randomUUID();
    if (!refusal) return void send(file);
    toastError(refusal);
    setState({ at: 'failed', name: file.name, text: refusal.text, again: false });
  };

  const remove = () => {
    under.current?.abort();
    setChosen(null);
    setState({ at: 'empty' });
    onRemoved?.();
  };

  const again = () => void (chosen && send(chosen));
  // A form that was cleared, or data that arrived later, moves what is shown here.
  const shown: UploadState =
    state.at === 'empty' && value
      ? { at: 'done', file: value }
      : state.at === 'done' && value === null
        ? { at: 'empty' }
        : state;
  return { state: shown, preview: usePreview(chosen), choose, remove, again };
}
