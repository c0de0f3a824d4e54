import { formatDateTime, formatDay, formatTime } from '../../../../ui/format.ts';
import { formatMoney, MoneyText } from '../../../../ui/money-text.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { ScaleBar, type ScaleLabel } from '../../../../ui/scale-bar.tsx';
import { cardMessages } from '../../../cards/customer-messages.ts';
import { CardButton } from '../../../cards/screens/card-button.tsx';
import { holderNameWarning } from '../../../payments/payment-warnings.ts';
import { BankDetails } from '../../../payments/screens/bank-details.tsx';
import { PriceHolds } from '../trade/price-holds.tsx';
import { ClaimForm } from './claim-form.tsx';
import { getCurrentReason, type ShownOrder } from './shown-order.ts';

const hourMs = 3_600_000;

function TimeLeft({ placedAt, lapsesAt, now }: { placedAt: Date; lapsesAt: Date; now: Date }) {
  const whole = lapsesAt.getTime() - placedAt.getTime();
  const passed = Math.min(whole, Math.max(0, now.getTime() - placedAt.getTime()));
  const steps = whole > 24 * hourMs ? 3 : 1;
  const days = steps > 1;
  const formatMark = (moment: Date) => (days ? formatDay(moment).slice(0, 3) : formatTime(moment));
  const marks: ScaleLabel[] = Array.from({ length: steps + 1 }, (_, part) => ({
    at: (100 * part) / steps,
    text: formatMark(new Date(placedAt.getTime() + (whole * part) / steps)),
  }));
  const unit = whole > 2 * hourMs ? hourMs : hourMs / 60;
  const left = Math.max(0, Math.ceil((whole - passed) / unit));
  return (
    <div className="time-left">
      <ScaleBar
        label={`${left} of ${Math.round(whole / unit)} ${unit === hourMs ? 'hours' : 'minutes'} left to pay`}
        total={BigInt(whole)}
        parts={[{ kind: 'fee', amount: BigInt(passed) }]}
        ticks={steps}
        labels={marks}
      />
    </div>
  );
}

function BankPayment({ shown: { order, transfer, account } }: { shown: ShownOrder }) {
  return (
    <>
      <BankDetails reference={order.reference} amount={transfer} account={account} />
      {transfer.minor !== order.fiat.minor && (
        <p className="t-xs ink-2 under">
          Your order is {formatMoney(order.fiat)}. You only need to send whole dollars.
        </p>
      )}
      <p className="t-xs ink-2 under">{holderNameWarning}</p>
      <hr className="bleed" />
      <h3>Then upload your proof</h3>
      <ClaimForm orderId={order.id} label="Payment confirmation" button="I have sent the money" />
    </>
  );
}

/** Card payment, with a proof upload in case the provider does not report the charge. */
function CardPayment({ shown: { order } }: { shown: ShownOrder }) {
  return (
    <>
      <div className="under">
        <CardButton target={{ kind: 'order', id: order.id }} full />
      </div>
      <p className="t-xs ink-2 under">{cardMessages.name}</p>
      <hr className="bleed" />
      <h3>Already charged, but not shown here?</h3>
      <ClaimForm orderId={order.id} label="Payment confirmation" button="My card was charged" look="line" />
    </>
  );
}

export function PayCard({ shown, now }: { shown: ShownOrder; now: Date }) {
  const { order, transfer } = shown;
  const reason = getCurrentReason(shown);
  const byCard = order.paymentMethod === 'card';
  return (
    <section className="sheet neat">
      <p className="turn">Your move</p>
      <h2 className="move">
        {byCard ? 'Pay' : 'Send'} <MoneyText money={byCard ? order.fiat : transfer} cents="whole" />{' '}
        {byCard ? 'by card' : 'from your bank'}
      </h2>
      {order.lapsesAt && (
        <>
          <p className="ink-2 under">
            Pay before <b>{formatDateTime(order.lapsesAt)}</b>. After that the order expires and nothing is taken.
          </p>
          <TimeLeft placedAt={order.placedAt} lapsesAt={order.lapsesAt} now={now} />
        </>
      )}
      <PriceHolds until={order.priceHoldsUntil} side="buy" />
      {reason && <Notice kind="bad">{reason}</Notice>}
      {byCard ? <CardPayment shown={shown} /> : <BankPayment shown={shown} />}
    </section>
  );
}
