import { Field } from '../../../../ui/field.tsx';
import type { FormField } from '../../../../ui/form-fields.ts';
import { MovedAtFields, noAutofill } from './command-forms.tsx';

type PayerName = 'payerHolder' | 'payerBank' | 'payerAccount';

export const PayerFields = ({ field, hint }: { field: (name: PayerName) => FormField; hint?: string }) => (
  <>
    <Field label="Paid by" hint={hint} {...noAutofill} {...field('payerHolder')} />
    <Field label="Payer's bank" {...noAutofill} {...field('payerBank')} />
    <Field label="Payer's account" {...noAutofill} {...field('payerAccount')} />
  </>
);

const refundHint = 'Refunds go only to this sender.';

type ArrivalProps = {
  coins: boolean;
  lineHint: string;
  senderHint: string;
  suffix: string;
  when: string;
  field: (name: PayerName | 'reference' | 'amount' | 'movedOn' | 'movedTime' | 'senderAddress') => FormField;
};

export const ArrivalFields = ({ coins, lineHint, senderHint, suffix, when, field }: ArrivalProps) => (
  <>
    <Field label={coins ? 'Transaction hash' : 'Bank line'} hint={lineHint} {...noAutofill} {...field('reference')} />
    <Field label="Amount that arrived" inputMode="decimal" suffix={suffix} {...noAutofill} {...field('amount')} />
    <MovedAtFields says={when} timed={coins} fields={{ movedOn: field('movedOn'), movedTime: field('movedTime') }} />
    {coins ? (
      <Field label="Sent from" hint={`${senderHint} ${refundHint}`} {...noAutofill} {...field('senderAddress')} />
    ) : (
      <PayerFields field={field} hint={refundHint} />
    )}
  </>
);
