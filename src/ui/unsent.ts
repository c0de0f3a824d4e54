import { backHere } from './refusal-words.ts';
import { type Notice, toastError } from './toast.ts';
import { type Accept, failedTitle, uploadRefusals } from './upload-rules.ts';

type Unsent = { readonly text: string; readonly title?: string; readonly code?: string };
type Place = { readonly accept: Accept; readonly failed: Notice<`${string}{message}`> | undefined };

/** What proves the payment of a plan or place, where a session that ended has words of its own. */
const ofPayments: readonly Accept[] = ['payment', 'transfer'];

/**
 * Tells that a file did not arrive: 'Upload Failed', or as the place has it that asked for it; what the server says
 * against the file stands as it is. Without a session it leads to logging in, and back [001 §5 Subscription and
 * workshop, §8 Trading].
 */
export function sayUnsent({ text, title, code }: Unsent, { accept, failed }: Place): void {
  if (code === 'accounts.sign_in_required') {
    const words = ofPayments.includes(accept) ? uploadRefusals.paymentExpired : { title: 'Error', text };
    toastError({ ...words, next: backHere });
  } else if (title === undefined && failed) toastError(failed, { message: text });
  else toastError({ title: failedTitle(accept, title), text });
}
