import { formatStatus } from '../../ui/format.ts';
import { type Amount, formatAmount } from '../ledger/amount.ts';
import type { PaymentState } from './payment.ts';

type Shown = {
  readonly state: PaymentState;
  readonly wentBack: object | null;
};

export function formatPaymentState({ state: { payIn, ended }, wentBack }: Shown): string {
  if (payIn === 'received') return ended !== null ? 'Refund pending' : wentBack ? 'Partly refunded' : 'Paid';
  if (payIn === 'returned') return 'Refunded';
  if (ended !== null) return formatStatus(ended);
  return payIn === 'claimed' ? 'Proof uploaded, waiting for confirmation' : 'Not paid yet';
}

export const formatRefunded = ({ returned, kept }: { readonly returned: Amount; readonly kept: Amount }): string =>
  `${formatAmount(returned)} refunded, ${formatAmount(kept)} kept`;
