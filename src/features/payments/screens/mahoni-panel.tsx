import { coinsText } from '../../../kernel/coins.ts';
import { worded } from '../../../kernel/worded.ts';
import { CopyRow } from '../../../ui/copy-button.tsx';
import { momentText } from '../../../ui/format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { amountWords } from '../../movements/amount.ts';
import { mahoniWords } from '../own-messages.ts';
import { demoWalletWords } from '../payer-words.ts';
import type { PanelProps } from './bank-panel.tsx';
import { MahoniClaim } from './mahoni-claim.tsx';

/**
 * Crypto, MHI only: how much, our fixed Solana receiving address, by when [001 §2 Payment dialogs]; then from where and
 * the proof.
 */
export function MahoniPanel({ shown: { payment, payUntil, demo }, onSent }: PanelProps) {
  const { coins, amount } = payment;
  if (!coins) return null;
  const terms = { price: amountWords(amount), rate: `J$${coins.rate}`, priceUsd: `US$${coins.priceUsd}` };
  return (
    <>
      <p className="ink-2">
        Send it before <b>{momentText(payUntil)}</b>. Nothing is charged now.
      </p>
      {payment.reason && <Notice kind="bad">{payment.reason}</Notice>}
      {demo && <Notice kind="bad">{demoWalletWords}</Notice>}
      <dl className="copies">
        <CopyRow name="Amount" text={coinsText(coins.amount)}>
          {amountWords(coins.amount)}
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
      <p className="b under">{mahoniWords.exact}</p>
      <p className="t-xs ink-2">{worded(mahoniWords.settled, terms)}</p>
      <p className="b under">{mahoniWords.alone}</p>
      <hr className="bleed" />
      <h3>Then show us the transfer</h3>
      <MahoniClaim payment={payment} button="I have sent the MHI" onSent={onSent} />
    </>
  );
}
