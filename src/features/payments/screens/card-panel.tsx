import { momentText } from '../../../ui/format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { cardNotices } from '../../cards/own-messages.ts';
import { CardButton } from '../../cards/screens/card-button.tsx';
import type { PanelProps } from './bank-panel.tsx';
import { PaymentClaim } from './payment-claim.tsx';

/**
 * By card: the hosted card page opens, and stays for an hour [001 §2 Payment dialogs]; then what it showed, where
 * somebody has it.
 */
export function CardPanel({ shown: { payment, payUntil, declined }, onSent }: PanelProps) {
  return (
    <>
      <div className="stack">
        <p className="ink-2">
          The card page waits for you until <b>{momentText(payUntil)}</b>, on any device. Nothing is charged before you
          confirm it there.
        </p>
        {declined && (
          <Notice kind="bad">
            <b>{cardNotices.declined.title}.</b> {cardNotices.declined.text}
          </Notice>
        )}
        {payment.reason && <Notice kind="bad">{payment.reason}</Notice>}
        <p className="t-xs ink-2">{cardNotices.name}</p>
        <CardButton what={{ kind: 'payment', id: payment.id }} full />
      </div>
      <hr className="bleed" />
      <h3>Paid, and nothing happens here?</h3>
      <PaymentClaim
        payment={payment}
        look="line"
        label="Payment confirmation"
        button="I have paid by card"
        hint="A screenshot or PDF of what the card page showed: amount, date and number."
        onSent={onSent}
      />
    </>
  );
}
