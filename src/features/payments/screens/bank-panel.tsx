import { momentText } from '../../../ui/format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { payerWords } from '../payer-words.ts';
import { PayInto } from './pay-into.tsx';
import { PaymentClaim } from './payment-claim.tsx';
import type { ShownPayment } from './shown-payment.ts';

/** How a panel is told of what was sent, so that a dialog can close. */
export type PanelProps = { shown: ShownPayment; onSent?: (() => void) | undefined };

/** By bank transfer: where to, how much, under what, by when; then the required proof [001 §2 Payment dialogs]. */
export function BankPanel({ shown: { payment, payUntil, account }, onSent }: PanelProps) {
  return (
    <>
      <p className="ink-2">
        Send it before <b>{momentText(payUntil)}</b>. Nothing is charged now.
      </p>
      {payment.reason && <Notice kind="bad">{payment.reason}</Notice>}
      <PayInto reference={payment.reference} amount={payment.amount} account={account} />
      <p className="t-xs ink-2 under">{payerWords}</p>
      <hr className="bleed" />
      <h3>Then show us the transfer</h3>
      <PaymentClaim
        payment={payment}
        label="Payment confirmation"
        button="I have sent the money"
        hint="A screenshot or PDF that shows the amount, the date and the reference."
        onSent={onSent}
      />
    </>
  );
}
