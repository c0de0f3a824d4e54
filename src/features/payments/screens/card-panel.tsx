import type { ComponentProps } from 'react';
import { worded } from '../../../kernel/worded.ts';
import { momentText } from '../../../ui/format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { cardNotices } from '../../cards/own-messages.ts';
import { CardButton } from '../../cards/screens/card-button.tsx';
import { cardBackWords } from '../own-messages.ts';
import type { PanelProps } from './bank-panel.tsx';
import { PaymentClaim } from './payment-claim.tsx';

type CardClaimProps = Pick<ComponentProps<typeof PaymentClaim>, 'payment' | 'look' | 'onSent'>;

/** What the card page showed, as a proof. */
const CardClaim = (props: CardClaimProps) => (
  <PaymentClaim
    {...props}
    label="Payment confirmation"
    button="I have paid by card"
    hint="A screenshot or PDF of what the card page showed: amount, date and number."
  />
);

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
      <CardClaim payment={payment} look="line" onSent={onSent} />
    </>
  );
}

/**
 * On return from the card page: the upload step first, and the page again [001 §4 Subscriptions, decision A2]. It
 * proves nothing: the provider tells us (decision A3).
 */
export function CardBack({ shown: { payment }, onSent }: PanelProps) {
  return (
    <>
      <p className="ink-2">{worded(cardBackWords, { title: payment.title })}</p>
      <CardClaim payment={payment} onSent={onSent} />
      <div className="under">
        <CardButton what={{ kind: 'payment', id: payment.id }} text="Open the card page again" look="line" full />
      </div>
      <p className="t-xs ink-2 under">{cardNotices.name}</p>
    </>
  );
}
