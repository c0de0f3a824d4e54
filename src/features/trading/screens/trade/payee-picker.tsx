import { type ReactNode, useState } from 'react';
import { formatMessage } from '../../../../kernel/message-template.ts';
import { type Money, wholeJmd } from '../../../../kernel/money.ts';
import { Button } from '../../../../ui/button.tsx';
import { Choice } from '../../../../ui/choice.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { groupThousands } from '../../../../ui/number-format.ts';
import { networks } from '../../../assets/networks.ts';
import { payeeMessages } from '../../order-form-messages.ts';
import { type Payee, type PickableAccount, type PickableWallet, usePayees } from './use-saved-payees.ts';

/** Says when a large payout to a new wallet or account leaves. Null for other orders. */
export function PayeeWait({ payee, gross }: { payee: Payee | 'new'; gross: Money | undefined }) {
  const payees = usePayees();
  if (!payees || !gross || gross.minor < wholeJmd(payees.largeFrom).minor || payees.waitHours === 0) return null;
  const from = `J$${groupThousands(String(payees.largeFrom))}`;
  const until = payee === 'new' ? null : payee.waitsUntil;
  if (payee !== 'new' && until === null) return null;
  return (
    <p className="hint" role="status">
      {until
        ? formatMessage(payeeMessages.large, { from, until: formatDateTime(until) })
        : formatMessage(payeeMessages.newLarge, { from, hours: String(payees.waitHours) })}
    </p>
  );
}

const shownAtFirst = 3;

type Picking<P extends Payee> = {
  readonly payees: readonly P[];
  readonly picked: P | undefined;
  readonly onPick: (payee: P | null) => void;
};
type PickerProps<P extends Payee> = Picking<P> & {
  readonly legend: string;
  readonly other: string;
  readonly describe: (payee: P) => ReactNode;
};

function PayeePicker<P extends Payee>({ legend, other, payees, picked, describe, onPick }: PickerProps<P>) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? payees : payees.filter((payee, at) => at < shownAtFirst || payee === picked);
  return (
    <div>
      <Choice
        legend={legend}
        options={[
          ...shown.map((payee) => ({ value: payee.key, name: payee.name, note: describe(payee) })),
          { value: '', name: other },
        ]}
        value={picked?.key ?? ''}
        onChange={({ target }) => onPick(payees.find(({ key }) => key === target.value) ?? null)}
      />
      {shown.length < payees.length && (
        <Button variant="bare" size="small" onClick={() => setShowsAll(true)}>
          Show all {payees.length}
        </Button>
      )}
    </div>
  );
}

const describeWallet = ({ network, address, tag }: PickableWallet) => (
  <>
    {networks[network].name}
    <span className="code wrap-any"> {address}</span>
    {tag !== null && `, tag ${tag}`}
  </>
);

export const WalletPicker = (picking: Picking<PickableWallet> & { legend: string }) => (
  <PayeePicker {...picking} other="Another wallet" describe={describeWallet} />
);

export const AccountPicker = (picking: Picking<PickableAccount>) => (
  <PayeePicker
    {...picking}
    legend="Pay out to"
    other="Another account"
    describe={({ bankName, accountNumber, accountHolderName }) => `${bankName}, ${accountNumber}, ${accountHolderName}`}
  />
);
