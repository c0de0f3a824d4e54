import { ActionDialog } from '../../../../ui/admin/action-dialog.tsx';
import { useFormOutcome } from '../../../../ui/admin/use-invalidate.ts';
import { api, call } from '../../../../ui/client.ts';
import { Field } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { assetNetworks, networks } from '../../../assets/networks.ts';
import { formatAmount, formatPlainAmount, getAsset } from '../../../ledger/amount.ts';
import { formatReason, selectableReasons, unassignedReasons } from '../../../ledger/unallocated-reasons.ts';
import { reasonsFor } from '../../../trading/order/reasons.ts';
import { PayerFields } from '../../../trading/staff/screens/arrival-fields.tsx';
import {
  type DialogFrame,
  MovedAtFields,
  NoteField,
  NoteForm,
  noAutofill,
  ReasonForm,
  SentForm,
  toCommand,
  today,
  UndoForm,
} from '../../../trading/staff/screens/command-forms.tsx';
import { FrozenDetails, formatParty, getFrozenDetails } from '../../../trading/staff/screens/order-details.tsx';
import { Attach, RecordUnassigned } from '../../schema.ts';
import { type MoneyAction, moneyActions, type UnassignedLine } from './money-actions.ts';
import { moneyNotices } from './notices.ts';

const { unassigned } = call;

/** Reloads list and orders after success and after a refusal. */
const useMoneyOutcome = (action: MoneyAction | 'record', onClose: () => void) =>
  useFormOutcome([api.unassigned.key(), api.desk.key()], {
    onClose,
    onSuccess: () => toastSuccess(moneyNotices[action]),
  });

type Props = { line: UnassignedLine; action: MoneyAction; onClose: () => void };

function useMoneyDialog({ action, onClose }: Props): DialogFrame {
  const { name, grave = false } = moneyActions[action];
  return { dialog: { title: name, says: name, grave, onClose }, outcome: useMoneyOutcome(action, onClose) };
}

const renderMoney = (line: UnassignedLine) => (
  <FrozenDetails
    details={[
      ['Remaining', formatAmount(line.left)],
      ['From', formatParty(line)],
      ['Reference', line.reference ?? 'No reference'],
      ['Reason', formatReason(line)],
    ]}
  />
);

const attach = toCommand(unassigned.attach);

function AttachDialog(props: Props) {
  const { line } = props;
  const { dialog, outcome } = useMoneyDialog(props);
  const start = { movementId: line.id, reference: '', amount: formatPlainAmount(line.left), note: '' };
  const { field, busy, submit } = useCommandForm(Attach, attach, { start, ...outcome });
  return (
    <ActionDialog {...dialog} busy={busy} submit={submit}>
      <p className="ink-2">{moneyActions.attach.hint}</p>
      {renderMoney(line)}
      <Field label="Order or payment" hint="Its reference, such as K7M4-9QX." {...noAutofill} {...field('reference')} />
      <Field
        label="Amount to attach"
        hint="The rest stays unassigned."
        inputMode="decimal"
        suffix={getAsset(line.left)}
        {...noAutofill}
        {...field('amount')}
      />
      <NoteField {...field('note')} />
    </ActionDialog>
  );
}

function ReturnDialog(props: Props) {
  const { line } = props;
  return (
    <ReasonForm
      frame={useMoneyDialog(props)}
      send={(typed) => unassigned.prepareReturn({ movementId: line.id, ...typed })}
      hint={moneyActions.prepareReturn.hint}
      reasons={reasonsFor('return')}
    >
      {renderMoney(line)}
    </ReasonForm>
  );
}

function DecideDialog(props: Props & { action: 'approve' | 'decline' }) {
  const { line, action } = props;
  const proposal = { movementId: line.id, proposalId: line.waiting?.id ?? '', decision: action };
  return (
    <NoteForm
      frame={useMoneyDialog(props)}
      send={(typed) => unassigned.decide({ ...proposal, ...typed })}
      hint={moneyActions[action].hint}
      isRejection={action === 'decline' && line.waiting?.mine === false}
    >
      {line.waiting && (
        <FrozenDetails
          details={[...getFrozenDetails(line.waiting.frozen), ['Why it is unassigned', formatReason(line)]]}
        />
      )}
    </NoteForm>
  );
}

function SentDialog(props: Props) {
  const { line } = props;
  return (
    <SentForm
      frame={useMoneyDialog(props)}
      send={(typed) => unassigned.recordReturned({ movementId: line.id, ...typed })}
      hint={moneyActions.recordReturned.hint}
      approved={line.leaving.find(({ leftId }) => leftId === null)}
      rail={line.rail}
    />
  );
}

const undoReasons = { undo: reasonsFor('undo'), bounce: reasonsFor('bounce') };

function UndoDialog(props: Props) {
  const { line } = props;
  return (
    <UndoForm
      frame={useMoneyDialog(props)}
      send={(typed) => unassigned.undoReturn({ movementId: line.id, ...typed })}
      leaving={line.leaving}
      reasons={undoReasons}
    />
  );
}

export function MoneyDialog(props: Props) {
  const { action } = props;
  if (action === 'attach') return <AttachDialog {...props} />;
  if (action === 'prepareReturn') return <ReturnDialog {...props} />;
  if (action === 'recordReturned') return <SentDialog {...props} />;
  return action === 'undoReturn' ? <UndoDialog {...props} /> : <DecideDialog {...props} action={action} />;
}

const assetOptions = ['JMD', 'USD', ...Object.keys(assetNetworks)].map((value) => ({ value, name: value }));
const getRailOptions = (asset: string) =>
  asset === 'JMD' || asset === 'USD'
    ? [{ value: 'bank', name: 'Bank' }]
    : (assetNetworks[asset as keyof typeof assetNetworks] ?? []).map(({ network }) => ({
        value: network as string,
        name: networks[network].name,
      }));
const reasonOptions = selectableReasons.map((value) => ({ value, name: unassignedReasons[value] }));
const recordCommand = toCommand(unassigned.record);

/** Records the full amount of incoming money that belongs to no order or to several orders. */
export function RecordDialog({ onClose }: { onClose: () => void }) {
  const start = {
    ...{
      asset: 'JMD' as const,
      rail: 'bank' as const,
      reference: '',
      part: '',
      amount: '',
      reason: 'nothing_known' as const,
    },
    ...{ movedOn: today(), movedTime: '', payerBank: '', payerAccount: '', payerHolder: '' },
    ...{ senderAddress: '', senderTag: '', note: '' },
  };
  const { form, field, busy, submit } = useCommandForm(RecordUnassigned, recordCommand, {
    start,
    ...useMoneyOutcome('record', onClose),
  });
  const [asset, rail] = [form.get('asset'), form.get('rail')];
  const chosen = field('asset');
  const isBank = rail === 'bank';
  return (
    <ActionDialog title="Record money" says="Record" busy={busy} submit={submit} onClose={onClose}>
      <p className="ink-2">Enter the full amount from the bank line or the chain. You can attach parts of it later.</p>
      <SelectField label="Why it is unassigned" options={reasonOptions} {...field('reason')} />
      <div className="pair">
        <SelectField
          label="Currency or coin"
          options={assetOptions}
          {...chosen}
          onChange={(event) => {
            void chosen.onChange(event);
            form.set('rail', (getRailOptions(event.target.value)[0]?.value ?? 'bank') as typeof rail);
          }}
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
        says={isBank ? 'Arrived on' : 'Sent on'}
        timed={!isBank}
        fields={{ movedOn: field('movedOn'), movedTime: field('movedTime') }}
      />
      {isBank ? (
        <PayerFields field={field} />
      ) : (
        <>
          <Field label="Sent from" {...noAutofill} {...field('senderAddress')} />
          {rail === 'xrp' && <Field label="Tag" labelNote="If there is one" {...noAutofill} {...field('senderTag')} />}
        </>
      )}
      <NoteField {...field('note')} />
    </ActionDialog>
  );
}
