import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { payeeSaved } from '../../order-messages.ts';
import type { Payees } from '../trade/shapes.ts';
import type { ShownOrder } from './shown-order.ts';

const Dialog = lazyPart(() => import('../../../../ui/dialog.tsx').then((parts) => parts.Dialog));
const WalletForm = lazyPart(() => import('../payees/payee-forms.tsx').then((parts) => parts.WalletForm));
const AccountForm = lazyPart(() => import('../payees/payee-forms.tsx').then((parts) => parts.AccountForm));

type Order = ShownOrder['order'];

function isSaved({ side, network, walletAddress, destinationTag, bank }: Order, payees: Payees): boolean {
  if (side === 'sell') return payees.accounts.some(({ accountNumber }) => accountNumber === bank?.accountNumber);
  return (
    payees.wallets.some(
      (wallet) => wallet.network === network && wallet.address === walletAddress && wallet.tag === destinationTag,
    ) || payees.trusted.some((wallet) => wallet.network === network && wallet.address === walletAddress)
  );
}

export function SavePayee({ order }: { order: Order }) {
  const queries = useQueryClient();
  const { data } = useQuery(api.trading.payees.queryOptions());
  const [isOpen, setIsOpen] = useState(false);
  if (!data || data.wallets.length + data.accounts.length >= data.most || isSaved(order, data)) return null;
  const handleSaved = () => {
    setIsOpen(false);
    toastSuccess(payeeSaved);
    void queries.invalidateQueries({ queryKey: api.trading.payees.key() });
  };
  const { network, walletAddress, destinationTag, bank } = order;
  const title = order.side === 'buy' ? 'Save this wallet' : 'Save this bank account';
  return (
    <div className="row">
      <Button variant="line" onClick={() => setIsOpen(true)}>
        {title}
      </Button>
      {isOpen && (
        <Dialog open onClose={() => setIsOpen(false)} title={title}>
          {order.side === 'buy' && (
            <WalletForm
              start={{ network, walletAddress: walletAddress ?? '', destinationTag: destinationTag ?? '' }}
              onSaved={handleSaved}
            />
          )}
          {bank && <AccountForm start={bank} onSaved={handleSaved} />}
        </Dialog>
      )}
    </div>
  );
}
