import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { CopyButton, CopyRow } from '../../../../ui/copy-button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { FailedState } from '../../../../ui/failed-state.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { formatMoney, MoneyText } from '../../../../ui/money-text.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { serverNow } from '../../../../ui/server-clock.ts';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { holderNameWarning } from '../../../payments/payment-warnings.ts';
import { isCoolingOff } from '../../wallets/scam-questions.ts';
import { PriceHolds } from './price-holds.tsx';
import type { ShownOrder } from './shapes.ts';

const BeforePaying = lazyPart(() => import('../order/order-warning.tsx').then((parts) => parts.WarningBeforePaying));

export const useOrder = (orderId: string) => useQuery(api.trading.show.queryOptions({ input: { orderId } }));

const toBankFormat = (text: string): string => text.replace(/[^\d.]/g, '').replace(/\.00$/, '');

function Account({ own }: { own: ShownOrder }) {
  const { account, transfer, order, promise } = own;
  if (!account) return <p>This order no longer needs a payment.</p>;
  return (
    <div className="stack">
      {own.warned && (
        <BeforePaying warned={own.warned} cooling={isCoolingOff(order, serverNow()) ? order.coolsUntil : null} />
      )}
      <p className="ink-2">
        {promise.kind === 'send_by' ? `Send the money before ${formatDateTime(promise.at)}. ` : ''}Nothing is charged
        now.
      </p>
      <div className="reference">
        <div>
          <p className="t-xs ink-2">Write this reference on the transfer</p>
          <p className="t-2xl">{order.reference}</p>
        </div>
        <CopyButton text={order.reference} name="reference" withText />
      </div>
      <dl>
        <CopyRow name="Amount" text={toBankFormat(formatMoney(transfer))}>
          <MoneyText money={transfer} cents="whole" />
        </CopyRow>
        <CopyRow name="Bank" text={account.bank} />
        <CopyRow name="Account name" text={account.accountName} />
        <CopyRow name="Account type" text={account.accountType} />
        <CopyRow name="Account number" text={account.number} />
        <CopyRow name="Branch" text={account.branch} />
      </dl>
      <PriceHolds until={order.priceHoldsUntil} side="buy" />
      <Notice kind="wait">{holderNameWarning}</Notice>
    </div>
  );
}

function Content({ orderId }: { orderId: string }) {
  const { data, error, refetch } = useOrder(orderId);
  if (data) return <Account own={data} />;
  if (error)
    return <FailedState text="We couldn't load the account details." error={error} onRetry={() => void refetch()} />;
  return <Skeleton label="Loading the account" lines={[60, 100, 90, 96]} />;
}

type BankDialogProps = { orderId: string | null; onClose: () => void; onPaid: () => void };

/** [001 §2 Buy Cryptocurrency card, decision A2] */
export const BankDialog = ({ orderId, onClose, onPaid }: BankDialogProps) => (
  <Dialog
    open={orderId !== null}
    onClose={onClose}
    title="Bank Transfer Payment"
    actions={
      <>
        <Button variant="line" onClick={onClose}>
          I'll pay later
        </Button>
        <Button onClick={onPaid}>I've paid, upload proof</Button>
      </>
    }
  >
    {orderId !== null && <Content orderId={orderId} />}
  </Dialog>
);
