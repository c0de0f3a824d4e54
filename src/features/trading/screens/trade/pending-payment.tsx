import { useEffect } from 'react';
import { Link } from 'react-router';
import { Button } from '../../../../ui/button.tsx';
import { timeText } from '../../../../ui/format.ts';
import { MoneyText } from '../../../../ui/money-text.tsx';
import { tellOnce } from '../../../../ui/tell-once.ts';
import { toastInfo } from '../../../../ui/toast.ts';
import { cardNotices } from '../../../cards/own-messages.ts';
import { recoveryWindow } from '../../../cards/recovery-window.ts';
import { transferAmount } from '../../quoting/pricing.ts';
import type { OrderLine } from './shapes.ts';

/**
 * The newest purchase that waits for its payment, if it is younger than 1 hour (decision A2) [001 §4 Card buy flow];
 * the order itself stays open longer.
 */
export const unpaidOf = (orders: readonly OrderLine[], now: Date): OrderLine | null =>
  orders.find(
    ({ side, status, payIn, placedAt }) =>
      side === 'buy' &&
      status === 'pending' &&
      payIn === 'awaiting' &&
      now.getTime() - placedAt.getTime() < recoveryWindow,
  ) ?? null;

export const byCard = ({ paymentMethod }: Pick<OrderLine, 'paymentMethod'>): boolean => paymentMethod === 'card';

type PendingPaymentProps = {
  order: OrderLine;
  /** Placed since this screen was opened: then nobody has returned to it. */
  fresh: boolean;
  /** While the card page is asked for. */
  busy: boolean;
  onPay: () => void;
  onProof: () => void;
};

/**
 * The panel 'Complete Your Payment' while a card or bank payment is pending, and the toast on return [001 §2 Buy
 * Cryptocurrency card, decision A2]: what is open and the two things that can be done about it.
 */
export function PendingPayment({ order, fresh, busy, onPay, onProof }: PendingPaymentProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once of each order, with the act of that moment.
  useEffect(() => {
    if (fresh || !tellOnce(`payment-told:${order.id}`)) return;
    toastInfo(cardNotices.pending);
    // The toast 'Transaction Pending', and of a card the upload step opens [001 §4 Card buy flow].
    if (byCard(order)) onProof();
  }, [order.id, fresh]);
  return (
    <section className="pending-payment" aria-labelledby="pending-title">
      <div>
        <h2 className="t-lg" id="pending-title">
          Complete Your Payment
        </h2>
        <p>
          <MoneyText money={byCard(order) ? order.fiat : transferAmount(order.fiat)} cents="whole" />{' '}
          {byCard(order) ? 'by card ' : ''}for {order.coins.symbol}, reference{' '}
          <Link className="link b" to={`/orders/${order.id}`}>
            {order.reference}
          </Link>
          , placed at {timeText(order.placedAt)}.
        </p>
        {byCard(order) && <p className="t-xs ink-2">{cardNotices.name}</p>}
      </div>
      <div className="row">
        <Button look="line" busy={busy} onClick={onPay}>
          {byCard(order) ? 'Pay with Card' : 'Show the account'}
        </Button>
        <Button look="line" onClick={onProof}>
          Upload Payment Confirmation
        </Button>
      </div>
    </section>
  );
}
