import { cardNotices } from '../../../cards/own-messages.ts';
import { CardLink } from '../../../cards/screens/card-button.tsx';
import { payWords } from '../../own-messages.ts';
import { BankDialog } from './bank-dialog.tsx';
import { ProofDialog } from './proof-dialog.tsx';

/** An order that is being paid: its account, its proof, or its proof beside the card page. */
export type Paying = { readonly orderId: string; readonly at: 'account' | 'proof' | 'card' };

type PayingDialogsProps = {
  paying: Paying | null;
  onPaying: (paying: Paying | null) => void;
  onCard: (orderId: string) => void;
  /** The address of the card page, where the browser opened no tab for it. */
  cardPage: string | null;
};

/** What is said beside the card page that opened in another tab. */
const CardBeside = ({ url }: { url: string | null }) => (
  <>
    <p>{payWords.beside}</p>
    <p className="t-xs ink-2">{cardNotices.name}</p>
    <CardLink url={url} />
  </>
);

/**
 * The dialogs around paying an order: after bank transfer the account, beside the card page the proof upload [001 §4
 * Card buy flow, Bank buy flow].
 */
export function PayingDialogs({ paying, onPaying, onCard, cardPage }: PayingDialogsProps) {
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
        lead={<CardBeside url={cardPage} />}
      />
    </>
  );
}
