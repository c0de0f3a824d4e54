import { formatDateTime } from '../../../ui/format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { holderNameWarning } from '../payment-warnings.ts';
import { BankDetails } from './bank-details.tsx';
import { PaymentProof } from './payment-proof.tsx';
import type { ShownPayment } from './shown-payment.ts';

export type PanelProps = { shown: ShownPayment; onSent?: (() => void) | undefined };

/** Shows account, amount, reference and deadline of a bank transfer, then the proof form [001 §2 Payment dialogs]. */
export function BankPanel({ shown: { payment, payUntil, account }, onSent }: PanelProps) {
  return (
    <>
      <p className="ink-2">
        Send the money from your own bank account before <b>{formatDateTime(payUntil)}</b>.
      </p>
      {payment.reason && <Notice kind="bad">{payment.reason}</Notice>}
      <BankDetails reference={payment.reference} amount={payment.amount} account={account} />
      <p className="t-xs ink-2 under">{holderNameWarning}</p>
      <hr className="bleed" />
      <h3>Then upload your proof</h3>
      <PaymentProof
        payment={payment}
        label="Payment confirmation"
        button="I have sent the money"
        hint="A screenshot or PDF that shows the amount, the date and the reference."
        onSent={onSent}
      />
    </>
  );
}
