import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMessage } from '../../../../kernel/message-template.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { groupThousands } from '../../../../ui/number-format.ts';
import { QueryPlaceholder } from '../../../../ui/states.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { useCommand } from '../../../../ui/use-command.ts';
import { networks } from '../../../assets/networks.ts';
import { payeeMessages } from '../../order-form-messages.ts';
import { payeeSaved } from '../../order-messages.ts';
import type { Payees } from '../trade/shapes.ts';

const WalletForm = lazyPart(() => import('./payee-forms.tsx').then((parts) => parts.WalletForm));
const AccountForm = lazyPart(() => import('./payee-forms.tsx').then((parts) => parts.AccountForm));

type Payee = Payees['wallets'][number] | Payees['accounts'][number];

const Wait = ({ until, from }: { until: Date | null; from: number }) =>
  until && (
    <p className="t-xs ink-2">
      {formatMessage(payeeMessages.large, { from: `J$${groupThousands(String(from))}`, until: formatDateTime(until) })}
    </p>
  );

type RowProps = { payee: Payee; largeFrom: number; onRemove: () => void };

function PayeeRow({ payee, largeFrom, onRemove }: RowProps) {
  return (
    <li>
      <div>
        <b className="long">{payee.label}</b>
        <p className="t-xs ink-2">
          {payee.kind === 'wallet' ? networks[payee.network].name : `${payee.bankName}, ${payee.accountHolderName}`}
        </p>
        <p className="code wrap-any">
          {payee.kind === 'wallet' ? payee.address : payee.accountNumber}
          {payee.kind === 'wallet' && payee.tag !== null && `, tag ${payee.tag}`}
        </p>
        <Wait until={payee.waitsUntil} from={largeFrom} />
      </div>
      <Button variant="line" size="small" label={`Remove ${payee.label}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
}

const TrustedRow = ({ wallet: { symbol, network, address } }: { wallet: Payees['trusted'][number] }) => (
  <li>
    <div>
      <b>{symbol} wallet</b> <Badge kind="approved">Trusted</Badge>
      <p className="t-xs ink-2">{networks[network].name}, from your Enhanced KYC</p>
      <p className="code wrap-any">{address}</p>
    </div>
  </li>
);

type Adding = 'wallet' | 'account' | null;

function AddDialog({ adding, onClose }: { adding: Adding; onClose: () => void }) {
  const queries = useQueryClient();
  const handleSaved = () => {
    toastSuccess(payeeSaved);
    void queries.invalidateQueries({ queryKey: api.trading.key() });
    onClose();
  };
  return (
    <Dialog
      open={adding !== null}
      onClose={onClose}
      title={adding === 'account' ? 'Save a bank account' : 'Save a wallet'}
    >
      {adding === 'wallet' && <WalletForm onSaved={handleSaved} />}
      {adding === 'account' && <AccountForm onSaved={handleSaved} />}
    </Dialog>
  );
}

function RemoveDialog({ payee, onClose }: { payee: Payee | null; onClose: () => void }) {
  const queries = useQueryClient();
  const { mutate, isPending } = useCommand(api.trading.removePayee, {
    done: () => toastSuccess(payeeMessages.removed),
    after: () => {
      void queries.invalidateQueries({ queryKey: api.trading.key() });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open={payee !== null}
      title={`Remove ${payee?.label ?? ''}?`}
      confirmLabel="Remove"
      cancelLabel="Keep it"
      grave
      busy={isPending}
      onConfirm={() => payee && mutate({ payeeId: payee.id })}
      onClose={onClose}
    >
      <p>Your orders stay the same. If you save it again, large payouts to it wait again.</p>
    </ConfirmDialog>
  );
}

/** Saved wallets and bank accounts on the profile (decision F8). */
export function SavedPayees() {
  const query = useQuery(api.trading.payees.queryOptions());
  const [adding, setAdding] = useState<Adding>(null);
  const [removing, setRemoving] = useState<Payee | null>(null);
  if (!query.data) return <QueryPlaceholder query={query} text={payeeMessages.failed.text} lines={[40, 100, 80]} />;
  const { wallets, trusted, accounts, most, largeFrom } = query.data;
  const isFull = wallets.length + accounts.length >= most;
  const renderRows = (payees: readonly Payee[]) =>
    payees.map((payee) => (
      <PayeeRow key={payee.id} payee={payee} largeFrom={largeFrom} onRemove={() => setRemoving(payee)} />
    ));
  const renderAdd = (kind: 'wallet' | 'account', text: string) => (
    <div className="row">
      <Button variant="line" disabled={isFull} onClick={() => setAdding(kind)}>
        {text}
      </Button>
    </div>
  );
  return (
    <div className="locks">
      <section className="lock stack" aria-label="Wallets">
        <header>
          <h3>Wallets</h3>
        </header>
        <p className="ink-2">Choose a saved wallet when you buy or sell, so you don't have to paste its address.</p>
        {wallets.length + trusted.length > 0 && (
          <ul className="keyring">
            {renderRows(wallets)}
            {trusted.map((wallet) => (
              <TrustedRow key={`${wallet.network} ${wallet.address}`} wallet={wallet} />
            ))}
          </ul>
        )}
        {renderAdd('wallet', 'Save a wallet')}
        <div className="row">
          <ButtonLink variant="line" size="small" to="/recurring-buys">
            Recurring buys
          </ButtonLink>
        </div>
      </section>
      <section className="lock stack" aria-label="Bank accounts">
        <header>
          <h3>Bank accounts</h3>
        </header>
        <p className="ink-2">We pay your sales to an account in your own name.</p>
        {accounts.length > 0 && <ul className="keyring">{renderRows(accounts)}</ul>}
        {renderAdd('account', 'Save a bank account')}
        {isFull && <p className="t-xs ink-2">You've saved {most}, which is the limit. Remove one to add another.</p>}
      </section>
      <AddDialog adding={adding} onClose={() => setAdding(null)} />
      <RemoveDialog payee={removing} onClose={() => setRemoving(null)} />
    </div>
  );
}
