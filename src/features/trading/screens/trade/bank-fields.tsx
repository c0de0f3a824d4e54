import { useQuery } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { api } from '../../../../ui/client.ts';
import { Field } from '../../../../ui/field.tsx';
import type { FormField } from '../../../../ui/form-fields.ts';
import { jamaicanBanks } from '../../../ledger/banks.ts';
import { holderNameWarning } from '../../../payments/payment-warnings.ts';

export type BankField = 'bankName' | 'accountNumber' | 'accountHolderName' | 'routingNumber';

type BankFieldsProps = {
  field: (name: BankField) => FormField & { onBlur?: () => void };
  holder: string;
  /** Fills in the registered name of the customer. */
  onHolder: (name: string) => void;
};

/** Bank account of a customer. The holder is prefilled, because it must be the customer [001 §5 Sell form]. */
export function BankFields({ field, holder, onHolder }: BankFieldsProps) {
  const { data: me } = useQuery(api.accounts.viewer.queryOptions());
  const banksId = useId();
  const name = me?.name ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: fills in once, so that the field can be cleared.
  useEffect(() => {
    if (name !== '' && holder === '') onHolder(name);
  }, [name]);
  return (
    <>
      <Field label="Bank name" list={banksId} autoComplete="off" maxLength={80} {...field('bankName')} />
      <datalist id={banksId}>
        {jamaicanBanks.map((bank) => (
          <option key={bank} value={bank} />
        ))}
      </datalist>
      <div className="two">
        <Field
          label="Account number"
          inputMode="numeric"
          autoComplete="off"
          maxLength={30}
          {...field('accountNumber')}
        />
        <Field
          label="Branch/Address"
          hint="Its name, or the 8 digits on your cheques. Needed above J$1,000,000."
          maxLength={80}
          {...field('routingNumber')}
        />
      </div>
      <Field
        label="Account holder name"
        autoComplete="name"
        maxLength={120}
        hint={`${holderNameWarning}${name && ` Your registered name is ${name}.`}`}
        {...field('accountHolderName')}
      />
    </>
  );
}
