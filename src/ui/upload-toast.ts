import { signInAndReturn } from './error-message.ts';
import { type ToastMessage, toastError } from './toast.ts';
import { type Accept, getErrorTitle, uploadErrors } from './upload-rules.ts';

type FailedUpload = { readonly text: string; readonly title?: string; readonly code?: string };
type UploadContext = { readonly accept: Accept; readonly failed: ToastMessage<`${string}{message}`> | undefined };

/** Kinds with their own text for an expired session. */
const paymentKinds: readonly Accept[] = ['payment', 'transfer'];

/** Shows 'Upload Failed' or the caller's text [001 §5 Subscription and workshop, §8 Trading]. */
export function toastUploadFailed({ text, title, code }: FailedUpload, { accept, failed }: UploadContext): void {
  if (code === 'accounts.sign_in_required') {
    const message = paymentKinds.includes(accept) ? uploadErrors.paymentExpired : { title: 'Error', text };
    toastError({ ...message, next: signInAndReturn });
  } else if (title === undefined && failed) toastError(failed, { message: text });
  else toastError({ title: getErrorTitle(accept, title), text });
}
