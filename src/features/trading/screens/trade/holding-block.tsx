import { Field } from '../../../../ui/field.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { custodies } from '../../coins/transfer-parties.ts';
import type { Side } from '../../order/order.ts';
import type { HoldingForm } from './buy-form.ts';

const custodyNames = {
  self: 'I do, in an app or device of my own',
  provider: 'A provider, such as an exchange',
} as const;

type HoldingBlockProps = {
  side: Side;
  form: HoldingForm;
  errorOf: (field: 'custody' | 'custodian') => string | undefined;
  onChange: (part: Partial<HoldingForm>) => void;
};

/** Who holds the wallet: asked at US$1,000 and more, as the travel rule has it. */
export function HoldingBlock({ side, form, errorOf, onChange }: HoldingBlockProps) {
  const id = `${side}-holding`;
  return (
    <section className="bleed funds" aria-labelledby={id}>
      <h3 id={id}>{side === 'buy' ? 'Receiving wallet' : 'Sending wallet'}</h3>
      <p className="t-xs ink-2">Asked for orders of US$1,000 or more.</p>
      <div className="stack">
        <SelectField
          id={`${side}-custody`}
          label="Who holds this wallet?"
          empty="Choose"
          options={custodies.map((value) => ({ value, name: custodyNames[value] }))}
          value={form.custody}
          error={errorOf('custody')}
          onChange={({ target }) => onChange({ custody: custodies.find((one) => one === target.value) ?? '' })}
        />
        {form.custody === 'provider' && (
          <Field
            id={`${side}-custodian`}
            label="Name of the provider"
            maxLength={80}
            value={form.custodian}
            error={errorOf('custodian')}
            onChange={({ target }) => onChange({ custodian: target.value })}
          />
        )}
        <Field
          id={`${side}-walletOwner`}
          label="Owner of the wallet"
          aside="Only if it is not you"
          maxLength={120}
          value={form.walletOwner}
          onChange={({ target }) => onChange({ walletOwner: target.value })}
        />
      </div>
    </section>
  );
}
