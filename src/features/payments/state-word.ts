import { statusWord } from '../../ui/format.ts';
import { type Amount, amountWords } from '../movements/amount.ts';
import type { PaymentState } from './payment.ts';

type Shown = {
  readonly state: PaymentState;
  /** What went back of it, and what is kept; null while nothing went back. */
  readonly wentBack: object | null;
};

/** How far a payment is, in a word or two: on its receipt and in lists. */
export function stateWord({ state: { payIn, ended }, wentBack }: Shown): string {
  if (payIn === 'received') return ended !== null ? 'Going back' : wentBack ? 'Part given back' : 'Paid';
  if (payIn === 'returned') return 'Given back';
  if (ended !== null) return statusWord(ended);
  return payIn === 'claimed' ? 'Proof uploaded, not confirmed yet' : 'Not paid yet';
}

/** `J$2,000.00 went back, J$4,000.00 kept`: wherever a payment is shown of which something went back. */
export const wentBackWords = ({ returned, kept }: { readonly returned: Amount; readonly kept: Amount }): string =>
  `${amountWords(returned)} went back, ${amountWords(kept)} kept`;
