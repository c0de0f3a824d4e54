import { formatBaseUnits } from '../../../kernel/coins.ts';
import { formatMessage } from '../../../kernel/message-template.ts';
import { CopyRow } from '../../../ui/copy-button.tsx';
import { formatDateTime } from '../../../ui/format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { formatAmount } from '../../ledger/amount.ts';
import { mahoniMessages } from '../customer-messages.ts';
import { demoWalletWarning } from '../payment-warnings.ts';
import type { PanelProps } from './bank-panel.tsx';
import { MahoniProofForm } from './mahoni-proof-form.tsx';

/** Shows amount, Solana address and deadline of an MHI payment, then the proof form [001 §2 Payment dialogs]. */
export function MahoniPanel({ shown: { payment, payUntil, demo }, onSent }: PanelProps) {
  const { coins, amount } = payment;
  if (!coins) return null;
  const terms = { price: formatAmount(amount), rate: `J$${coins.rate}`, priceUsd: `US$${coins.priceUsd}` };
  return (
    <>
      <p className="ink-2">
        Send the MHI before <b>{formatDateTime(payUntil)}</b>. Nothing is charged now.
      </p>
      {payment.reason && <Notice kind="bad">{payment.reason}</Notice>}
      {demo && <Notice kind="bad">{demoWalletWarning}</Notice>}
      <dl className="copies">
        <CopyRow name="Amount" text={formatBaseUnits(coins.amount)}>
          {formatAmount(coins.amount)}
        </CopyRow>
        <CopyRow name="Our address" text={coins.address}>
          <span className="code">{coins.address}</span>
        </CopyRow>
        <div className="copy val">
          <dt>Network</dt>
          <dd>
            <span>Solana</span>
          </dd>
        </div>
      </dl>
      <p className="b under">{mahoniMessages.exact}</p>
      <p className="t-xs ink-2">{formatMessage(mahoniMessages.settled, terms)}</p>
      <p className="b under">{mahoniMessages.alone}</p>
      <hr className="bleed" />
      <h3>Then upload your proof</h3>
      <MahoniProofForm payment={payment} button="I have sent the MHI" onSent={onSent} />
    </>
  );
}
