import { Field } from '../../../../ui/field.tsx';
import type { HeldField } from '../../../../ui/fields.ts';
import { off } from './act-forms.tsx';
import { WhenFields } from './when-fields.tsx';

type PayerName = 'payerHolder' | 'payerBank' | 'payerAccount';

/** Whose account the money came from, as the bank line says it. */
export const PayerFields = ({ field, hint }: { field: (name: PayerName) => HeldField; hint?: string }) => (
  <>
    <Field label="Paid by" hint={hint} {...off} {...field('payerHolder')} />
    <Field label="Payer's bank" {...off} {...field('payerBank')} />
    <Field label="Payer's account" {...off} {...field('payerAccount')} />
  </>
);

const goesBack = 'What has to go back goes there alone.';

type ArrivalProps = {
  /** Whether coins came in, and no money. */
  coins: boolean;
  /** Where staff read under what it came. */
  lineHint: string;
  /** Where they read from which address coins came. */
  senderHint: string;
  /** Currency or coin. */
  suffix: string;
  when: string;
  field: (name: PayerName | 'reference' | 'amount' | 'movedOn' | 'movedTime' | 'senderAddress') => HeldField;
};

/** What came in, as the bank or the chain shows it: under what, how much, when and from whom. */
export const ArrivalFields = ({ coins, lineHint, senderHint, suffix, when, field }: ArrivalProps) => (
  <>
    <Field label={coins ? 'Transaction hash' : 'Bank line'} hint={lineHint} {...off} {...field('reference')} />
    <Field label="Amount that arrived" inputMode="decimal" suffix={suffix} {...off} {...field('amount')} />
    <WhenFields says={when} timed={coins} fields={{ movedOn: field('movedOn'), movedTime: field('movedTime') }} />
    {coins ? (
      <Field label="Sent from" hint={`${senderHint} ${goesBack}`} {...off} {...field('senderAddress')} />
    ) : (
      <PayerFields field={field} hint={goesBack} />
    )}
  </>
);
