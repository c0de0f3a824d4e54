import type { Money } from '../../../../kernel/money.ts';
import { Field } from '../../../../ui/field.tsx';
import type { HeldField } from '../../../../ui/fields.ts';
import type { HeldFile } from '../../../../ui/form.tsx';
import { MoneyText } from '../../../../ui/money-text.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { custodies } from '../../../coins/transfer-parties.ts';
import { tradingNotices } from '../../messages.ts';
import type { Side } from '../../order/order.ts';
import { sourcesFor } from '../../quoting/source-of-funds.ts';
import { Upload } from './later-upload.tsx';
import { sourceNames } from './option-names.ts';
import type { Papers } from './papers.ts';

const custodyNames = {
  self: 'I do, in an app or device of my own',
  provider: 'A provider, such as an exchange',
} as const;

type PaperForm = {
  values: Papers;
  field: (name: Exclude<keyof Papers, 'sourceFile'>) => HeldField;
  file: (name: 'sourceFile') => HeldFile;
};
type BlocksProps = {
  side: Side;
  /** What the coins of a sale are worth; a purchase is judged by its whole payment. */
  worth?: Money | undefined;
  made: PaperForm;
};

/**
 * The block of enhanced due diligence at US$1,000 and more: source of funds and a proof document [001 §2 Buy
 * Cryptocurrency card].
 */
function FundsBlock({ side, worth, made: { field, file } }: BlocksProps) {
  const id = `${side}-funds`;
  return (
    <section className="bleed funds" aria-labelledby={id}>
      <h3 id={id}>Source of funds</h3>
      <p className="t-xs ink-2">
        Asked for orders of US$1,000 or more.
        {worth && (
          <>
            {' '}
            Yours is <MoneyText money={worth} size="plain" />.
          </>
        )}
      </p>
      <div className="stack">
        <SelectField
          label={side === 'buy' ? 'Where does this money come from?' : 'Where do these coins come from?'}
          empty="Choose"
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

/** Who holds the wallet: asked at US$1,000 and more, as the travel rule has it. */
function HoldingBlock({ side, made: { values, field } }: BlocksProps) {
  const id = `${side}-holding`;
  return (
    <section className="bleed funds" aria-labelledby={id}>
      <h3 id={id}>{side === 'buy' ? 'Receiving wallet' : 'Sending wallet'}</h3>
      <p className="t-xs ink-2">Asked for orders of US$1,000 or more.</p>
      <div className="stack">
        <SelectField
          label="Who holds this wallet?"
          empty="Choose"
          options={custodies.map((value) => ({ value, name: custodyNames[value] }))}
          {...field('custody')}
        />
        {values.custody === 'provider' && <Field label="Name of the provider" maxLength={80} {...field('custodian')} />}
        <Field label="Owner of the wallet" aside="Only if it is not you" maxLength={120} {...field('walletOwner')} />
      </div>
    </section>
  );
}

/** What both forms ask at US$1,000 and more. */
export const PaperBlocks = (props: BlocksProps) => (
  <>
    <FundsBlock {...props} />
    <HoldingBlock {...props} />
  </>
);
