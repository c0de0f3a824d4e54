import { moneyText } from '../../../../kernel/money.ts';
import { CopyButton, CopyRow } from '../../../../ui/copy-button.tsx';
import { dayText, momentText } from '../../../../ui/format.ts';
import { MoneyText, moneyWords } from '../../../../ui/money-text.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { ScaleBar, type ScaleMark } from '../../../../ui/scale-bar.tsx';
import { tradingNotices } from '../../messages.ts';
import { PriceHolds } from '../trade/price-holds.tsx';
import { ClaimForm } from './claim-form.tsx';
import { reasonNow, type ShownOrder } from './shown-order.ts';

const hourLong = 3_600_000;

/** How much of the time to pay has passed. */
function TimeLeft({ placedAt, lapsesAt, now }: { placedAt: Date; lapsesAt: Date; now: Date }) {
  const whole = lapsesAt.getTime() - placedAt.getTime();
  const passed = Math.min(whole, Math.max(0, now.getTime() - placedAt.getTime()));
  const steps = whole > 24 * hourLong ? 3 : 1;
  const weekday = (part: number) => dayText(new Date(placedAt.getTime() + (whole * part) / steps)).slice(0, 3);
  const marks: ScaleMark[] = Array.from({ length: steps + 1 }, (_, part) => ({
    at: (100 * part) / steps,
    text: weekday(part),
  }));
  const left = Math.max(0, Math.ceil((whole - passed) / hourLong));
  return (
    <div className="time-left">
      <ScaleBar
        label={`${left} of ${Math.round(whole / hourLong)} hours left to pay`}
        whole={BigInt(whole)}
        parts={[{ kind: 'fee', amount: BigInt(passed) }]}
        ticks={steps}
        marks={marks}
      />
    </div>
  );
}

/** The customer's move: what to send, where to, by when; then the proof. */
export function PaySheet({ shown, now }: { shown: ShownOrder; now: Date }) {
  const { order, transfer, account } = shown;
  const reason = reasonNow(shown);
  const amount = moneyWords(transfer).replace(/\.00$/, '');
  return (
    <section className="sheet neat">
      <p className="turn">Your move</p>
      <h2 className="move">
        Send <MoneyText money={transfer} cents="whole" /> from your bank
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
      <dl className="copies">
        <div className="copy val">
          <dt>Reference, write exactly this</dt>
          <dd className="ref">
            <span>{order.reference}</span>
            <CopyButton text={order.reference} name="reference" words />
          </dd>
        </div>
        {account && (
          <>
            <CopyRow name="Account number" text={account.number} />
            <CopyRow name="Account name" text={account.accountName} />
            <CopyRow name="Bank and branch" text={`${account.bank}, ${account.branch}`} />
          </>
        )}
        <CopyRow name="Amount" text={moneyText(transfer.minor).replace(/\.00$/, '')}>
          {amount}
        </CopyRow>
        {account && (
          <div className="copy val">
            <dt>Account type</dt>
            <dd>
              <span>{account.accountType}</span>
            </dd>
          </div>
        )}
      </dl>
      {transfer.minor !== order.fiat.minor && (
        <p className="t-xs ink-2 under">
          Your order is {moneyWords(order.fiat)}. Whole dollars are enough for the transfer.
        </p>
      )}
      <p className="t-xs ink-2 under">{tradingNotices.bankName}</p>
      <hr className="bleed" />
      <h3>Then show us the transfer</h3>
      <ClaimForm orderId={order.id} label="Payment confirmation" button="I have sent the money" />
    </section>
  );
}
