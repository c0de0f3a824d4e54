import { useEffect } from 'react';
import { Link } from 'react-router';
import { Button } from '../../../../ui/button.tsx';
import { claimOncePerTab } from '../../../../ui/drafts.ts';
import { formatTime } from '../../../../ui/format.ts';
import { MoneyText } from '../../../../ui/money-text.tsx';
import { toastInfo } from '../../../../ui/toast.ts';
import { cardMessages } from '../../../payments/cards/customer-messages.ts';
import { recoveryWindowMs } from '../../../payments/cards/recovery-window.ts';
import { transferAmount } from '../../quoting/pricing.ts';
import type { ListedOrder } from './shapes.ts';

/** Returns the newest unpaid buy of the last hour, or null [001 §4 Card buy flow, decision A2]. */
export const findUnpaid = (orders: readonly ListedOrder[], now: Date): ListedOrder | null =>
  orders.find(
    ({ side, status, payIn, placedAt }) =>
      side === 'buy' &&
      status === 'pending' &&
      payIn === 'awaiting' &&
      now.getTime() - placedAt.getTime() < recoveryWindowMs,
  ) ?? null;

export const isByCard = ({ paymentMethod }: Pick<ListedOrder, 'paymentMethod'>): boolean => paymentMethod === 'card';

type PendingPaymentProps = {
  order: ListedOrder;
  /** The customer placed the order on this screen, so it needs no toast. */
  isNew: boolean;
  busy: boolean;
  onPay: () => void;
  onProof: () => void;
};

/** Reminds of an unpaid order, with a toast on return [001 §2 Buy Cryptocurrency card, decision A2]. */
export function PendingPayment({ order, isNew, busy, onPay, onProof }: PendingPaymentProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per order.
  useEffect(() => {
    if (isNew || !claimOncePerTab(`payment-announced:${order.id}`)) return;
    toastInfo(cardMessages.pending);
    // A card order opens the upload step [001 §4 Card buy flow].
    if (isByCard(order)) onProof();
  }, [order.id, isNew]);
  return (
    <section className="pending-payment" aria-labelledby="pending-title">
      <div>
        <h2 className="t-lg" id="pending-title">
          Complete Your Payment
        </h2>
        <p>
          <MoneyText money={isByCard(order) ? order.fiat : transferAmount(order.fiat)} cents="whole" />{' '}
          {isByCard(order) ? 'by card ' : ''}for {order.coins.symbol}, reference{' '}
          <Link className="link b" to={`/orders/${order.id}`}>
            {order.reference}
          </Link>
          , placed at {formatTime(order.placedAt)}.
        </p>
        {isByCard(order) && <p className="t-xs ink-2">{cardMessages.name}</p>}
      </div>
      <div className="row">
        <Button variant="line" busy={busy} onClick={onPay}>
          {isByCard(order) ? 'Pay with Card' : 'Show the account'}
        </Button>
        <Button variant="line" onClick={onProof}>
          Upload Payment Confirmation
        </Button>
      </div>
    </section>
  );
}
