import { useEffect, useRef, useState } from 'react';
import { signInAndReturn } from './error-message.ts';
import { type StoredFile, sendFile } from './send-file.ts';
import { shrinkPhoto } from './shrink-photo.ts';
import { type ToastMessage, toastError } from './toast.ts';
import { type Accept, getErrorTitle, getUploadError, uploadErrors, uploadUrl, validateFile } from './upload-rules.ts';

type FailedUpload = { readonly text: string; readonly title?: string; readonly code?: string };
type UploadContext = { readonly accept: Accept; readonly failed: ToastMessage<`${string}{message}`> | undefined };

/** Kinds with their own text for an expired session. */
const paymentKinds: readonly Accept[] = ['payment', 'transfer'];

/** Shows 'Upload Failed' or the caller's text [001 §5 Subscription and workshop, §8 Trading]. */
function toastUploadFailed({ text, title, code }: FailedUpload, { accept, failed }: UploadContext): void {
  if (code === 'accounts.sign_in_required') {
    const message = paymentKinds.includes(accept) ? uploadErrors.paymentExpired : { title: 'Error', text };
    toastError({ ...message, next: signInAndReturn });
  } else if (title === undefined && failed) toastError(failed, { message: text });
  else toastError({ title: getErrorTitle(accept, title), text });
}

export type UploadState =
  | { status: 'empty' }
  | { status: 'busy'; name: string; size: number; percent: number }
  | { status: 'failed'; name: string; text: string; again: boolean }
  | { status: 'done'; file: StoredFile };

type Options = {
  purpose: string;
  submission?: string | undefined;
  accept: Accept;
  value?: StoredFile | null | undefined;
  failed?: ToastMessage<`${string}{message}`> | undefined;
  onUploaded: (file: StoredFile) => void;
  onRemoved?: (() => void) | undefined;
};

/** Preview URL of a selected image [001 §4 Crypto selection]. Null for other files. */
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

export function useUpload({ purpose, submission, accept, value, failed, onUploaded, onRemoved }: Options) {
  const [state, setState] = useState<UploadState>(value ? { status: 'done', file: value } : { status: 'empty' });
  const [chosen, setChosen] = useState<File | null>(null);
  const controller = useRef<AbortController | null>(null);
  const upload = useRef('');
  useEffect(() => () => controller.current?.abort(), []);

  const send = async (file: File) => {
    controller.current?.abort();
    const current = new AbortController();
    controller.current = current;
    const progress = (percent: number) => setState({ status: 'busy', name: file.name, size: file.size, percent });
    progress(0);
    const url = uploadUrl(purpose, submission);
    const result = await sendFile({ url, file, upload: upload.current, onProgress: progress, signal: current.signal });
    if (result.kind === 'left' || current.signal.aborted) return;
    if (result.kind === 'sent') {
      setState({ status: 'done', file: result.file });
      return onUploaded(result.file);
    }
    const error = getUploadError(result, accept, navigator);
    toastUploadFailed(error, { accept, failed });
    setState({ status: 'failed', name: file.name, text: error.text, again: result.kind === 'lost' });
  };

  const choose = async (original: File | undefined) => {
    if (!original) return;
    // Shows progress first, because scaling takes seconds on slow phones.
    setState({ status: 'busy', name: original.name, size: original.size, percent: 0 });
    // Scales before checking the size.
    const file = await shrinkPhoto(original);
    const refusal = validateFile(file, accept);
    setChosen(refusal ? null : file);
    upload.current = crypto.randomUUID();
    if (!refusal) return void send(file);
    toastError(refusal);
    setState({ status: 'failed', name: file.name, text: refusal.text, again: false });
  };

  const remove = () => {
    controller.current?.abort();
    setChosen(null);
    setState({ status: 'empty' });
    onRemoved?.();
  };

  const again = () => void (chosen && send(chosen));
  // A controlled value overrides the state, for example after clearing the form.
  const shown: UploadState =
    state.status === 'empty' && value
      ? { status: 'done', file: value }
      : state.status === 'done' && value === null
        ? { status: 'empty' }
        : state;
  return { state: shown, preview: usePreview(chosen), choose, remove, again };
}
