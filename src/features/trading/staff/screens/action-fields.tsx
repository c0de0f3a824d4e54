import { jamaicaDay } from '../../../../kernel/calendar.ts';
import { Field, TextField } from '../../../../ui/field.tsx';
import type { FormField } from '../../../../ui/form-fields.ts';
import { formatDateTime, formatStatus } from '../../../../ui/format.ts';
import { SelectField } from '../../../../ui/select-field.tsx';
import { serverNow } from '../../../../ui/server-clock.ts';
import { getReferenceLabel } from '../../../ledger/movement.ts';
import type { Rail } from '../../../ledger/movement-reference.ts';
import type { Case } from './data.ts';
import { getPayloadDetails, PayloadDetails } from './order-details.tsx';

export const today = () => jamaicaDay(serverNow());

type Fields = Readonly<Record<'movedOn' | 'movedTime', object>>;

/** The time decides the price. Without a time, the end of the day is used, so coins require a time (`timed`). */
export const MovedAtFields = ({ fields, label, timed }: { fields: Fields; label: string; timed?: boolean }) => (
  <div className="pair">
    <Field label={label} type="date" max={today()} {...fields.movedOn} />
    <Field label="At" labelNote={timed ? 'Jamaica time, of the block' : 'If known'} type="time" {...fields.movedTime} />
  </div>
);

export const noAutofill = { autoComplete: 'off' } as const;

const optionalNote = { label: 'Note for staff', labelNote: 'Optional', rows: 2 };

export const NoteField = (field: FormField) => <TextField {...optionalNote} {...field} />;

type NoteKind = {
  /** Rejecting another person's proposal requires a reason. */
  isRejection?: boolean;
  /** True when the note must describe the transaction on the blockchain. */
  needsChainCheck?: boolean;
};

export function describeNote({ isRejection = false, needsChainCheck = false }: NoteKind = {}) {
  const hint = 'Check the sender, recipient and amount in a block explorer.';
  if (isRejection)
    return {
      label: 'Reason for rejecting',
      hint: 'Shown to your colleague in the history.',
      rows: 2,
      maxLength: 500,
    };
  return needsChainCheck ? { label: 'What the chain shows', hint, rows: 2 } : optionalNote;
}

type CodedReason = { readonly code: string; readonly customer: string | null; readonly staff: string };

function ReasonTexts({ reason }: { reason: CodedReason | undefined }) {
  if (!reason) return null;
  return (
    <div className="reads">
      <p>
        <b>Customer sees:</b> {reason.customer ?? 'Nothing. Only staff see this.'}
      </p>
      <p className="ink-2">
        <b>Staff:</b> {reason.staff}
      </p>
    </div>
  );
}

export const ReasonField = ({
  reasons,
  code,
  ...field
}: FormField & { reasons: readonly CodedReason[]; code: string }) => (
  <div>
    <SelectField
      label="Reason"
      emptyLabel="Choose a reason"
      options={reasons.map((reason) => ({ value: reason.code, name: formatStatus(reason.code) }))}
      {...field}
    />
    <ReasonTexts reason={reasons.find((reason) => reason.code === code)} />
  </div>
);

type ReasonFieldsProps = {
  reasons: readonly CodedReason[];
  code: string;
  field: (name: 'reasonCode' | 'note') => FormField;
};

export const ReasonFields = ({ reasons, code, field }: ReasonFieldsProps) => (
  <>
    <ReasonField reasons={reasons} code={code} {...field('reasonCode')} />
    <NoteField {...field('note')} />
  </>
);

type Approved = Pick<Case['leaving'][number], 'id' | 'approvedAt' | 'sentId' | 'payload'> & {
  readonly kind?: keyof typeof kindLabels;
};

export const ApprovedTransfer = ({ payload }: { payload: Approved['payload'] | undefined }) =>
  payload ? <PayloadDetails details={getPayloadDetails(payload)} /> : null;

export const getSentStart = () => ({ reference: '', movedOn: today(), movedTime: '', note: '' });

type SentName = 'reference' | 'movedOn' | 'movedTime' | 'note';

export const SentFields = ({ rail, field }: { rail: Rail; field: (name: SentName) => FormField }) => (
  <>
    <Field
      label={getReferenceLabel(rail)}
      hint="Each reference can be recorded only once."
      {...noAutofill}
      {...field('reference')}
    />
    <MovedAtFields label="Sent on" fields={{ movedOn: field('movedOn'), movedTime: field('movedTime') }} />
    <NoteField {...field('note')} />
  </>
);

export const undoHint = "A second person decides. A recorded reference can't be used again.";

export const getUndoStart = (leaving: readonly Approved[]) => ({
  proposalId: leaving[0]?.id ?? '',
  reasonCode: '',
  evidence: '',
  reference: '',
  movedOn: '',
  movedTime: '',
  note: '',
});

const kindLabels = { payout: 'Payout', return: 'Refund' } as const;

type UndoFieldsProps = {
  leaving: readonly Approved[];
  /** Reasons for an unsent transfer (`undo`) and for a returned transfer (`bounce`). */
  reasons: Readonly<Record<'undo' | 'bounce', readonly CodedReason[]>>;
  proposalId: string;
  code: string;
  field: (name: 'proposalId' | 'reasonCode' | 'evidence' | SentName) => FormField;
};

export function UndoFields({ leaving, reasons, proposalId, code, field }: UndoFieldsProps) {
  const chosen = leaving.find(({ id }) => id === proposalId);
  return (
    <>
      {leaving.length > 1 && (
        <SelectField
          label="Approval to undo"
          options={leaving.map(({ id, kind = 'return', approvedAt }) => ({
            value: id,
            name: `${kindLabels[kind]}, approved ${formatDateTime(approvedAt)}`,
          }))}
          {...field('proposalId')}
        />
      )}
      <ApprovedTransfer payload={chosen?.payload} />
      <ReasonField reasons={reasons[chosen?.sentId ? 'bounce' : 'undo']} code={code} {...field('reasonCode')} />
      <TextField
        label="Evidence"
        hint="Such as the bank line or a block explorer link."
        rows={3}
        {...field('evidence')}
      />
      {chosen?.sentId && (
        <>
          <Field label="Refund reference" labelNote="If there is one" {...noAutofill} {...field('reference')} />
          <MovedAtFields label="Returned on" fields={{ movedOn: field('movedOn'), movedTime: field('movedTime') }} />
        </>
      )}
      <NoteField {...field('note')} />
    </>
  );
}

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
    <MovedAtFields label={when} timed={coins} fields={{ movedOn: field('movedOn'), movedTime: field('movedTime') }} />
    {coins ? (
      <Field label="Sent from" hint={`${senderHint} ${refundHint}`} {...noAutofill} {...field('senderAddress')} />
    ) : (
      <PayerFields field={field} hint={refundHint} />
    )}
  </>
);
