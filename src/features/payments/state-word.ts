import { statusWord } from '../../ui/format.ts';
import type { PaymentState } from './payment.ts';

/** How far a payment is, in a word or two: on its receipt and in lists. */
export function stateWord({ payIn, ended }: PaymentState): string {
  if (payIn === 'received') return ended === null ? 'Paid' : 'Going back';
  if (payIn === 'returned') return 'Given back';
  if (ended !== null) return statusWord(ended);
  return payIn === 'claimed' ? 'Proof uploaded, not confirmed yet' : 'Not paid yet';
}
