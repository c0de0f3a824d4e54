import { cardMessages } from '../../../cards/customer-messages.ts';
import { CardLink } from '../../../cards/screens/card-button.tsx';
import { payMessages } from '../../customer-messages.ts';
import { BankDialog } from './bank-dialog.tsx';
import { ProofDialog } from './proof-dialog.tsx';

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
