import type { Money } from '../../../../kernel/money.ts';
import { Field } from '../../../../ui/field.tsx';
import type { FileField } from '../../../../ui/form.tsx';
import type { FormField } from '../../../../ui/form-fields.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { MoneyText } from '../../../../ui/money-text.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { custodies } from '../../../assets/transfer-parties.ts';
import { tradingNotices } from '../../customer-messages.ts';
import type { Side } from '../../order/order.ts';
import { type SourceOfFunds, sourcesFor } from '../../quoting/source-of-funds.ts';
import type { FundsFields } from './source-of-funds-form.ts';

export const Upload = lazyPart(() => import('../../../../ui/upload.tsx').then((parts) => parts.Upload));

/** Labels of the sources; stored values stay as documented [001 §9 Enhanced due diligence]. */
const sourceNames: Record<SourceOfFunds, string> = {
  employment_salary: 'Employment or salary',
  business_income: 'Business income',
  investment_returns: 'Investment returns',
  cryptocurrency: 'Cryptocurrency',
  cryptocurrency_trading: 'Cryptocurrency trading',
  crypto_holdings: 'Crypto holdings',
  inheritance: 'Inheritance',
  gift: 'Gift',
  real_estate: 'Real estate',
  savings: 'Savings',
  other: 'Other',
};

const custodyNames = {
  self: 'I do, in my own app or device',
  provider: 'A provider, such as an exchange',
} as const;

type FundsForm = {
  values: FundsFields;
  field: (name: Exclude<keyof FundsFields, 'sourceFile'>) => FormField;
  file: (name: 'sourceFile') => FileField;
};
type FundsProps = {
  side: Side;
  worth?: Money | undefined;
  form: FundsForm;
};

/** Enhanced due diligence from US$1,000: source of funds and a proof document [001 §2 Buy Cryptocurrency card]. */
function FundsBlock({ side, worth, form: { field, file } }: FundsProps) {
  const id = `${side}-funds`;
  return (
    <section className="bleed funds" aria-labelledby={id}>
      <h3 id={id}>Source of funds</h3>
      <p className="t-xs ink-2">
        Required for orders of US$1,000 or more.
        {worth && (
          <>
            {' '}
            Your order is worth <MoneyText money={worth} size="plain" />.
          </>
        )}
      </p>
      <div className="stack">
        <SelectField
          label={side === 'buy' ? 'Where does this money come from?' : 'Where do these coins come from?'}
          emptyLabel="Choose"
          options={sourcesFor(side).map((value) => ({ value, name: sourceNames[value] }))}
          {...field('sourceOfFunds')}
        />
        <Upload
          label="Proof document"
          purpose="source-of-funds"
          hint="For example a job letter, a payslip or a bank statement."
          failed={tradingNotices.fundsUploadFailed}
          {...file('sourceFile')}
        />
      </div>
    </section>
  );
}

function HoldingBlock({ side, form: { values, field } }: FundsProps) {
  const id = `${side}-holding`;
  return (
    <section className="bleed funds" aria-labelledby={id}>
      <h3 id={id}>{side === 'buy' ? 'Receiving wallet' : 'Sending wallet'}</h3>
      <p className="t-xs ink-2">Required for orders of US$1,000 or more.</p>
      <div className="stack">
        <SelectField
          label="Who holds this wallet?"
          emptyLabel="Choose"
          options={custodies.map((value) => ({ value, name: custodyNames[value] }))}
          {...field('custody')}
        />
        {values.custody === 'provider' && <Field label="Name of the provider" maxLength={80} {...field('custodian')} />}
        <Field label="Owner of the wallet" labelNote="Only if it isn't you" maxLength={120} {...field('walletOwner')} />
      </div>
    </section>
  );
}

export const FundsAndWalletFields = (props: FundsProps) => (
  <>
    <FundsBlock {...props} />
    <HoldingBlock {...props} />
  </>
);
