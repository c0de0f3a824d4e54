import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { CopyButton, CopyRow } from '../../../../ui/copy-button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { parseStoredFile, useRestoredDraft, useSaveDraftOnSessionEnd } from '../../../../ui/drafts.ts';
import { errorMessage } from '../../../../ui/error-message.ts';
import { formatDateTime } from '../../../../ui/format.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { formatMoney, MoneyText } from '../../../../ui/money-text.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import type { StoredFile } from '../../../../ui/send-file.ts';
import { serverNow } from '../../../../ui/server-clock.ts';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { FailedState } from '../../../../ui/states.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { Upload } from '../../../../ui/upload.tsx';
import { cardMessages } from '../../../payments/cards/customer-messages.ts';
import { CardLink } from '../../../payments/cards/screens/card-button.tsx';
import { holderNameWarning } from '../../../payments/payment-warnings.ts';
import { payMessages, tradingNotices } from '../../customer-messages.ts';
import { tradingMessages } from '../../messages.ts';
import { isCoolingOff } from '../../wallets/scam-questions.ts';
import { PriceHolds } from './price-holds.tsx';
import type { ShownOrder } from './shapes.ts';
import { toastFailure } from './toasts.ts';

type ProofDialogProps = {
  orderId: string | null;
  onClose: () => void;
  onBack: () => void;
  back: string;
  lead?: ReactNode;
};

const key = 'kept-proof';
const missing = tradingMessages['trading.proof_missing'].text;

function useProof(orderId: string | null) {
  const draft = useRestoredDraft(key);
  const [stored, setStored] = useState({ of: draft['of'], file: parseStoredFile(draft['proof']) });
  const file = orderId !== null && stored.of === orderId ? stored.file : null;
  useSaveDraftOnSessionEnd(key, () => file && { of: orderId, proof: JSON.stringify(file) });
  return [file, (next: StoredFile | null) => setStored({ of: orderId, file: next })] as const;
}

/** Uploads the proof of a payment (A3) [001 §2 Buy Cryptocurrency card, §5 Buy form, Files]. */
function ProofDialog({ orderId, onClose, onBack, back, lead }: ProofDialogProps) {
  const [file, setFile] = useProof(orderId);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const close = () => {
    setFile(null);
    setIsSubmitted(false);
    onClose();
  };
  const openOrder = (id: string) => {
    close();
    void queries.invalidateQueries({ queryKey: api.trading.key() });
    void navigate(`/orders/${id}`);
  };
  const claim = useMutation(
    api.trading.claimPayment.mutationOptions({
      onSuccess: (_answer, sent) => {
        toastSuccess(tradingNotices.placed);
        openOrder(sent.orderId);
      },
      onError: (error, sent) => {
        toastFailure(error, tradingNotices.proofUploadFailed);
        if (errorMessage(error).code === 'trading.cannot_now') openOrder(sent.orderId);
      },
    }),
  );
  const submit = () => {
    setIsSubmitted(true);
    if (orderId && file && !claim.isPending) claim.mutate({ orderId, proofFile: file.id });
  };
  return (
    <Dialog
      open={orderId !== null}
      onClose={close}
      locked={claim.isPending}
      title="Upload Payment Confirmation"
      actions={
        <>
          <Button variant="line" onClick={onBack}>
            {back}
          </Button>
          <Button busy={claim.isPending} onClick={submit}>
            Submit
          </Button>
        </>
      }
    >
      <div className="stack">
        {lead}
        <Upload
          label="Payment confirmation"
          purpose="transaction-proof"
          value={file}
          hint="A screenshot or PDF that shows the amount, the date and the reference."
          error={isSubmitted && !file ? missing : undefined}
          failed={tradingNotices.proofUploadFailed}
          onUploaded={setFile}
          onRemoved={() => setFile(null)}
        />
      </div>
    </Dialog>
  );
}

const BeforePaying = lazyPart(() => import('../order/order-warning.tsx').then((parts) => parts.WarningBeforePaying));

const useOrder = (orderId: string) => useQuery(api.trading.show.queryOptions({ input: { orderId } }));

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
        Your order is placed. Send the money from your own bank account
        {promise.kind === 'send_by' ? ` before ${formatDateTime(promise.at)}` : ''}.
      </p>
      <div className="reference">
        <div>
          <p className="t-xs ink-2">Write this reference on the transfer</p>
          <p className="t-2xl">{order.transferReference}</p>
        </div>
        <CopyButton text={order.transferReference} name="reference" withText />
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
const BankDialog = ({ orderId, onClose, onPaid }: BankDialogProps) => (
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

export type Paying = { readonly orderId: string; readonly at: 'account' | 'proof' | 'card' };

type PayingDialogsProps = {
  paying: Paying | null;
  onPaying: (paying: Paying | null) => void;
  onCard: (orderId: string) => void;
  card: CardPage;
};

type CardPage = { readonly hasTab: boolean; readonly blocked: string | null };

export const CardPageNote = ({ hasTab, blocked }: CardPage) => (
  <>
    <p>{hasTab || blocked ? payMessages.otherTab : payMessages.cameBack}</p>
    <p className="t-xs ink-2">{cardMessages.name}</p>
    <CardLink url={blocked} />
  </>
);

/** Dialogs with our account, for the proof upload, and for a card payment [001 §4 Card buy flow, Bank buy flow]. */
export function PayingDialogs({ paying, onPaying, onCard, card }: PayingDialogsProps) {
  const dialog = (at: Paying['at']) => (paying?.at === at ? paying.orderId : null);
  const close = () => onPaying(null);
  return (
    <>
      <BankDialog
        orderId={dialog('account')}
        onClose={close}
        onPaid={() => paying && onPaying({ ...paying, at: 'proof' })}
      />
      <ProofDialog
        orderId={dialog('proof')}
        onClose={close}
        onBack={() => paying && onPaying({ ...paying, at: 'account' })}
        back="Show the account again"
      />
      <ProofDialog
        orderId={dialog('card')}
        onClose={close}
        onBack={() => paying && onCard(paying.orderId)}
        back="Open the card page again"
        lead={<CardPageNote hasTab={card.hasTab} blocked={card.blocked} />}
      />
    </>
  );
}
