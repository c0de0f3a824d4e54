import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { CopyButton, CopyRow } from '../../../../ui/copy-button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { FailedState } from '../../../../ui/failed-state.tsx';
import { momentText } from '../../../../ui/format.ts';
import { later } from '../../../../ui/later.tsx';
import { MoneyText, moneyWords } from '../../../../ui/money-text.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { serverNow } from '../../../../ui/server-clock.ts';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { payerWords } from '../../../payments/payer-words.ts';
import { isCooling } from '../../wallets/coercion.ts';
import { PriceHolds } from './price-holds.tsx';
import type { OwnOrder } from './shapes.ts';

/** Comes with the few orders whose wallet was warned of. */
const BeforePaying = later(() => import('../order/warned.tsx').then((parts) => parts.BeforePaying));

/** One's own order with the account to pay into. */
export const useOrder = (orderId: string) => useQuery(api.trading.show.queryOptions({ input: { orderId } }));

/** Digits and point only, as a bank's form takes an amount. */
const bare = (text: string): string => text.replace(/[^\d.]/g, '').replace(/\.00$/, '');

function Account({ own }: { own: OwnOrder }) {
  const { account, transfer, order, promise } = own;
  if (!account) return <p>This order is not waiting for a payment any more.</p>;
  return (
    <div className="stack">
      {own.warned && (
        <BeforePaying warned={own.warned} cooling={isCooling(order, serverNow()) ? order.coolsUntil : null} />
      )}
      <p className="ink-2">
        {promise.kind === 'send_by' ? `Send it before ${momentText(promise.at)}. ` : ''}Nothing is charged now.
      </p>
      <div className="reference">
        <div>
          <p className="t-xs ink-2">Write this reference on the transfer</p>
          <p className="t-2xl">{order.reference}</p>
        </div>
        <CopyButton text={order.reference} name="reference" words />
      </div>
      <dl>
        <CopyRow name="Amount" text={bare(moneyWords(transfer))}>
          <MoneyText money={transfer} cents="whole" />
        </CopyRow>
        <CopyRow name="Bank" text={account.bank} />
        <CopyRow name="Account name" text={account.accountName} />
        <CopyRow name="Type" text={account.accountType} />
        <CopyRow name="Number" text={account.number} />
        <CopyRow name="Branch" text={account.branch} />
      </dl>
      <PriceHolds until={order.priceHoldsUntil} side="buy" />
      <Notice kind="wait">{payerWords}</Notice>
    </div>
  );
}

function Content({ orderId }: { orderId: string }) {
  const { data, error, refetch } = useOrder(orderId);
  if (data) return <Account own={data} />;
  if (error)
    return <FailedState text="The account could not be loaded." error={error} onRetry={() => void refetch()} />;
  return <Skeleton label="Loading the account" lines={[60, 100, 90, 96]} />;
}

type BankDialogProps = { orderId: string | null; onClose: () => void; onPaid: () => void };

/**
 * The dialog 'Bank Transfer Payment': bank, account name, type, number, branch, the amount in whole dollars, and the
 * reference that finds the order [001 §2 Buy Cryptocurrency card, decision A2].
 */
export const BankDialog = ({ orderId, onClose, onPaid }: BankDialogProps) => (
  <Dialog
    open={orderId !== null}
    onClose={onClose}
    title="Bank Transfer Payment"
    acts={
      <>
        <Button look="line" onClick={onClose}>
          I will pay later
        </Button>
        <Button onClick={onPaid}>I have paid, upload proof</Button>
      </>
    }
  >
    {orderId !== null && <Content orderId={orderId} />}
  </Dialog>
);
