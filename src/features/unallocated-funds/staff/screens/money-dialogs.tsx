import type { ComponentType } from 'react';
import { defineAction } from '../../../../ui/admin/define-action.tsx';
import { api } from '../../../../ui/client.ts';
import { Field } from '../../../../ui/field.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { RejectionReason } from '../../../approvals/schema.ts';
import { assetNetworks, hasTag, networks } from '../../../assets/networks.ts';
import { formatAmount, formatPlainAmount, getAsset } from '../../../ledger/amount.ts';
import { formatReason, selectableReasons, unallocatedReasons } from '../../../ledger/unallocated-reasons.ts';
import { reasonsFor } from '../../../trading/order/reasons.ts';
import {
  ApprovedTransfer,
  describeNote,
  getSentStart,
  getUndoStart,
  MovedAtFields,
  NoteField,
  noAutofill,
  PayerFields,
  ReasonFields,
  SentFields,
  today,
  UndoFields,
} from '../../../trading/staff/screens/action-fields.tsx';
import { formatParty, getPayloadDetails, PayloadDetails } from '../../../trading/staff/screens/order-details.tsx';
import { Attach, Decide, PrepareReturn, RecordReturned, RecordUnallocated, UndoReturn } from '../../schema.ts';
import { type MoneyAction, moneyActions, type UnallocatedLine } from './money-actions.ts';
import { moneyNotices } from './notices.ts';

const { unallocated } = api;

type LineProps = { line: UnallocatedLine };

/** Reloads list and orders after success and after a refusal. */
const describeOutcome = (action: MoneyAction | 'record') => ({
  stale: [unallocated.key(), api.desk.key()],
  success: () => toastSuccess(moneyNotices[action]),
});

function describeMoney(action: MoneyAction) {
  const { name, grave, hint } = moneyActions[action];
  return { ...describeOutcome(action), title: name, confirmLabel: name, grave, hint };
}

const MoneyDetails = ({ line }: LineProps) => (
  <PayloadDetails
    details={[
      ['Remaining', formatAmount(line.left)],
      ['From', formatParty(line)],
      ['Reference', line.reference ?? 'No reference'],
      ['Reason', formatReason(line)],
    ]}
  />
);

const attach = defineAction(Attach, unallocated.attach, ({ line }: LineProps) => ({
  ...describeMoney('attach'),
  start: { movementId: line.id, reference: '', amount: formatPlainAmount(line.left), note: '' },
  details: <MoneyDetails line={line} />,
  fields: {
    reference: { label: 'Order or payment', hint: 'Its reference, such as K7M4-9QX.', ...noAutofill },
    amount: {
      label: 'Amount to attach',
      hint: 'The rest stays unallocated.',
      inputMode: 'decimal' as const,
      suffix: getAsset(line.left),
      ...noAutofill,
    },
    note: describeNote(),
  },
}));

const prepareReturn = defineAction(PrepareReturn, unallocated.prepareReturn, ({ line }: LineProps) => ({
  ...describeMoney('prepareReturn'),
  start: { movementId: line.id, reasonCode: '', note: '' },
  details: <MoneyDetails line={line} />,
  fields: ({ form, field }) => (
    <ReasonFields reasons={reasonsFor('return')} code={form.get('reasonCode')} field={field} />
  ),
}));

const RejectReturn = Decide.extend({ note: RejectionReason });

const decisionOf = (decision: 'approve' | 'decline') =>
  defineAction(Decide, unallocated.decide, ({ line }: LineProps) => {
    const { id, waiting } = line;
    const isRejection = decision === 'decline' && waiting?.isOwn === false;
    return {
      ...describeMoney(decision),
      schema: isRejection ? RejectReturn : undefined,
      start: { movementId: id, proposalId: waiting?.id ?? '', decision, note: '' },
      details: waiting && (
        <PayloadDetails
          details={[...getPayloadDetails(waiting.payload), ['Why it is unallocated', formatReason(line)]]}
        />
      ),
      fields: { note: describeNote({ isRejection }) },
    };
  });

const recordReturned = defineAction(RecordReturned, unallocated.recordReturned, ({ line }: LineProps) => ({
  ...describeMoney('recordReturned'),
  start: { movementId: line.id, ...getSentStart() },
  details: <ApprovedTransfer payload={line.leaving.find(({ sentId }) => sentId === null)?.payload} />,
  fields: ({ field }) => <SentFields rail={line.rail} field={field} />,
}));

const undoReasons = { undo: reasonsFor('undo'), bounce: reasonsFor('bounce') };

const undoReturn = defineAction(UndoReturn, unallocated.undoReturn, ({ line: { id, leaving } }: LineProps) => ({
  ...describeMoney('undoReturn'),
  start: { movementId: id, ...getUndoStart(leaving) },
  fields: ({ form, field }) => (
    <UndoFields
      leaving={leaving}
      field={field}
      reasons={undoReasons}
      proposalId={form.get('proposalId')}
      code={form.get('reasonCode')}
    />
  ),
}));

type DialogProps = LineProps & { onClose: () => void };

const dialogs: Readonly<Record<MoneyAction, ComponentType<DialogProps>>> = {
  attach,
  prepareReturn,
  approve: decisionOf('approve'),
  decline: decisionOf('decline'),
  recordReturned,
  undoReturn,
};

export function MoneyDialog({ action, ...props }: DialogProps & { action: MoneyAction }) {
  const ActionOfMoney = dialogs[action];
  return <ActionOfMoney {...props} />;
}

const assetOptions = ['JMD', 'USD', ...Object.keys(assetNetworks)].map((value) => ({ value, name: value }));
const getRailOptions = (asset: string) =>
  asset === 'JMD' || asset === 'USD'
    ? [{ value: 'bank', name: 'Bank' }]
    : (assetNetworks[asset as keyof typeof assetNetworks] ?? []).map(({ network }) => ({
        value: network as string,
        name: networks[network].name,
      }));
const reasonOptions = selectableReasons.map((value) => ({ value, name: unallocatedReasons[value] }));
/** Records the full amount of incoming money that belongs to no order or to several orders. */
export const RecordDialog = defineAction(RecordUnallocated, unallocated.record, () => ({
  ...describeOutcome('record'),
  title: 'Record money',
  confirmLabel: 'Record',
  start: {
    asset: 'JMD',
    rail: 'bank',
    reference: '',
    part: '',
    amount: '',
    reason: 'nothing_known',
    movedOn: today(),
    movedTime: '',
    payerBank: '',
    payerAccount: '',
    payerHolder: '',
    senderAddress: '',
    senderTag: '',
    note: '',
  },
  hint: 'Enter the full amount from the bank line or the chain. You can attach parts of it later.',
  fields: ({ form, field }) => {
    const [asset, rail] = [form.get('asset'), form.get('rail')];
    const isBank = rail === 'bank';
    return (
      <>
        <SelectField label="Why it is unallocated" options={reasonOptions} {...field('reason')} />
        <div className="pair">
          <SelectField
            label="Currency or coin"
            options={assetOptions}
            {...field('asset', (value) => form.set('rail', (getRailOptions(value)[0]?.value ?? 'bank') as typeof rail))}
          />
          <SelectField label="Received through" options={getRailOptions(asset)} {...field('rail')} />
        </div>
        <Field label="Amount that arrived" inputMode="decimal" suffix={asset} {...noAutofill} {...field('amount')} />
        <div className="pair">
          <Field label={isBank ? 'Bank line' : 'Transaction hash'} {...noAutofill} {...field('reference')} />
          <Field
            label="Part or output"
            labelNote="If not the first"
            inputMode="numeric"
            {...noAutofill}
            {...field('part')}
          />
        </div>
        <MovedAtFields
          label={isBank ? 'Arrived on' : 'Sent on'}
          timed={!isBank}
          fields={{ movedOn: field('movedOn'), movedTime: field('movedTime') }}
        />
        {isBank ? (
          <PayerFields field={field} />
        ) : (
          <>
            <Field label="Sent from" {...noAutofill} {...field('senderAddress')} />
            {hasTag(rail) && <Field label="Tag" labelNote="If there is one" {...noAutofill} {...field('senderTag')} />}
          </>
        )}
        <NoteField {...field('note')} />
      </>
    );
  },
}));
