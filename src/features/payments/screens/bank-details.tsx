import { formatMinorUnits, type Money } from '../../../kernel/money.ts';
import { CopyButton, CopyRow } from '../../../ui/copy-button.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';

type Account = {
  readonly bank: string;
  readonly accountName: string;
  readonly accountType: string;
  readonly number: string;
  readonly branch: string;
};

type PayIntoProps = { reference: string; amount: Money; account: Account | null };

/** Shows the reference first, because customers mistype it most. */
export const BankDetails = ({ reference, amount, account }: PayIntoProps) => (
  <dl className="copies">
    <div className="copy val">
      <dt>Reference (copy it exactly)</dt>
      <dd className="ref">
        <span>{reference}</span>
        <CopyButton text={reference} name="reference" withText />
      </dd>
    </div>
    {account && (
      <>
        <CopyRow name="Account number" text={account.number} />
        <CopyRow name="Account name" text={account.accountName} />
        <CopyRow name="Bank and branch" text={`${account.bank}, ${account.branch}`} />
      </>
    )}
    <CopyRow name="Amount" text={formatMinorUnits(amount.minor).replace(/\.00$/, '')}>
      <MoneyText money={amount} cents="whole" />
    </CopyRow>
    {account && (
      <div className="copy val">
        <dt>Account type</dt>
        <dd>
          <span>{account.accountType}</span>
        </dd>
      </div>
    )}
  </dl>
);
