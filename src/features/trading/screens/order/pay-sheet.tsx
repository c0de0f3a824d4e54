import { dayText, momentText, timeText } from '../../../../ui/format.ts';
import { MoneyText, moneyWords } from '../../../../ui/money-text.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { ScaleBar, type ScaleMark } from '../../../../ui/scale-bar.tsx';
import { cardNotices } from '../../../cards/own-messages.ts';
import { CardButton } from '../../../cards/screens/card-button.tsx';
import { payerWords } from '../../../payments/payer-words.ts';
import { PayInto } from '../../../payments/screens/pay-into.tsx';
import { PriceHolds } from '../trade/price-holds.tsx';
import { ClaimForm } from './claim-form.tsx';
import { reasonNow, type ShownOrder } from './shown-order.ts';

const hourLong = 3_600_000;

/** How much of the time to pay has passed. */
function TimeLeft({ placedAt, lapsesAt, now }: { placedAt: Date; lapsesAt: Date; now: Date }) {
  const whole = lapsesAt.getTime() - placedAt.getTime();
  const passed = Math.min(whole, Math.max(0, now.getTime() - placedAt.getTime()));
  const steps = whole > 24 * hourLong ? 3 : 1;
  const days = steps > 1;
  const named = (moment: Date) => (days ? dayText(moment).slice(0, 3) : timeText(moment));
  const marks: ScaleMark[] = Array.from({ length: steps + 1 }, (_, part) => ({
    at: (100 * part) / steps,
    text: named(new Date(placedAt.getTime() + (whole * part) / steps)),
  }));
  const unit = whole > 2 * hourLong ? hourLong : hourLong / 60;
  const left = Math.max(0, Math.ceil((whole - passed) / unit));
  return (
    <div className="time-left">
      <ScaleBar
        label={`${left} of ${Math.round(whole / unit)} ${unit === hourLong ? 'hours' : 'minutes'} left to pay`}
        whole={BigInt(whole)}
        parts={[{ kind: 'fee', amount: BigInt(passed) }]}
        ticks={steps}
        marks={marks}
      />
    </div>
  );
}

/** By bank: where to send it, and the proof. */
function BankWay({ shown: { order, transfer, account } }: { shown: ShownOrder }) {
  return (
    <>
      <PayInto reference={order.reference} amount={transfer} account={account} />
      {transfer.minor !== order.fiat.minor && (
        <p className="t-xs ink-2 under">
          Your order is {moneyWords(order.fiat)}. Whole dollars are enough for the transfer.
        </p>
      )}
      <p className="t-xs ink-2 under">{payerWords}</p>
      <hr className="bleed" />
      <h3>Then show us the transfer</h3>
      <ClaimForm orderId={order.id} label="Payment confirmation" button="I have sent the money" />
    </>
  );
}

/** By card: the page that charges it. We are told by whoever does, so a proof is needed only where that fails. */
function CardWay({ shown: { order } }: { shown: ShownOrder }) {
  return (
    <>
      <div className="under">
        <CardButton what={{ kind: 'order', id: order.id }} full />
      </div>
      <p className="t-xs ink-2 under">{cardNotices.name}</p>
      <hr className="bleed" />
      <h3>Charged already, and it does not show here?</h3>
      <ClaimForm orderId={order.id} label="Payment confirmation" button="My card was charged" look="line" />
    </>
  );
}

/** The customer's move: what to pay, in which way, by when. */
export function PaySheet({ shown, now }: { shown: ShownOrder; now: Date }) {
  const { order, transfer } = shown;
  const reason = reasonNow(shown);
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
            Before <b>{momentText(order.lapsesAt)}</b>. After that the order lapses and nothing is taken.
          </p>
          <TimeLeft placedAt={order.placedAt} lapsesAt={order.lapsesAt} now={now} />
        </>
      )}
      <PriceHolds until={order.priceHoldsUntil} side="buy" />
      {reason && <Notice kind="bad">{reason}</Notice>}
      {byCard ? <CardWay shown={shown} /> : <BankWay shown={shown} />}
    </section>
  );
}
