import type { ComponentProps } from 'react';
import { formatMessage } from '../../../kernel/message-template.ts';
import { formatDateTime } from '../../../ui/format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { cardMessages } from '../cards/customer-messages.ts';
import { CardButton } from '../cards/screens/card-button.tsx';
import { cardReturnMessage } from '../customer-messages.ts';
import type { PanelProps } from './bank-panel.tsx';
import { PaymentProof } from './payment-proof.tsx';

type CardClaimProps = Pick<ComponentProps<typeof PaymentProof>, 'payment' | 'look' | 'onSent'>;

const CardProofForm = (props: CardClaimProps) => (
  <PaymentProof
    {...props}
    label="Payment confirmation"
    button="I have paid by card"
    hint="A screenshot or PDF of the card page that shows the amount, date and transaction number."
  />
);

/** Link to the card page, which is open for an hour, then the proof upload [001 §2 Payment dialogs]. */
export function CardPanel({ shown: { payment, payUntil, declined }, onSent }: PanelProps) {
  return (
    <>
      <div className="stack">
        <p className="ink-2">
          You can use the card page until <b>{formatDateTime(payUntil)}</b>, on any device. Nothing is charged until you
          confirm it there.
        </p>
        {declined && (
          <Notice kind="bad">
            <b>{cardMessages.declined.title}.</b> {cardMessages.declined.text}
          </Notice>
        )}
        {payment.reason && <Notice kind="bad">{payment.reason}</Notice>}
        <p className="t-xs ink-2">{cardMessages.name}</p>
        <CardButton target={{ kind: 'payment', id: payment.id }} full />
      </div>
      <hr className="bleed" />
      <h3>Paid, but this page hasn't updated?</h3>
      <CardProofForm payment={payment} look="line" onSent={onSent} />
    </>
  );
}

/** Shown after the card page. Only card events confirm a payment (A3) [001 §4 Subscriptions, decision A2]. */
export function CardReturnPanel({ shown: { payment }, onSent }: PanelProps) {
  return (
    <>
      <p className="ink-2">{formatMessage(cardReturnMessage, { title: payment.title })}</p>
      <CardProofForm payment={payment} onSent={onSent} />
      <div className="under">
        <CardButton target={{ kind: 'payment', id: payment.id }} text="Open the card page again" look="line" full />
      </div>
      <p className="t-xs ink-2 under">{cardMessages.name}</p>
    </>
  );
}
