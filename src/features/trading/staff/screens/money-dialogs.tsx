import { ActionDialog } from '../../../../ui/admin/action-dialog.tsx';
import { call } from '../../../../ui/client.ts';
import { TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { formatAmount } from '../../../ledger/amount.ts';
import type { Rail } from '../../../ledger/movement-reference.ts';
import { reasonsFor } from '../../order/reasons.ts';
import { ConfirmReceived, PrepareReturn, UndoPayIn } from '../schema.ts';
import { ArrivalFields, PayerFields } from './arrival-fields.tsx';
import { NoteField, ReasonField, SentForm, toCommand, today, UndoForm } from './command-forms.tsx';
import { CompetingOrders } from './competing-orders.tsx';
import type { Case } from './data.ts';
import { FrozenDetails, getPayInDetails, getReturnDetails } from './order-details.tsx';
import { type StepProps, useStepDialog } from './use-step-dialog.ts';

const { desk } = call;
const receive = { first: toCommand(desk.confirmReceived), again: toCommand(desk.recordExtra) };
const emptyParty = { payerBank: '', payerAccount: '', payerHolder: '', senderAddress: '', senderTag: '' };

export function ReceiveDialog(props: StepProps) {
  const { action, file, findings } = props.step;
  const isBuy = file.order.side === 'buy';
  const sender = findings.sender.trim();
  const start = {
    ...emptyParty,
    ...(isBuy ? { payerHolder: sender } : { senderAddress: sender }),
    ...{ orderId: file.order.id, reference: findings.line, amount: findings.amount, note: '' },
    ...{ movedOn: today(), movedTime: '' },
  };
  const command = action === 'recordExtra' ? receive.again : receive.first;
  const { dialog, outcome } = useStepDialog(props, isBuy ? 'Confirm payment' : 'Confirm coins');
  const { field, busy, submit } = useCommandForm(ConfirmReceived, command, { start, ...outcome });
  return (
    <ActionDialog {...dialog} busy={busy} submit={submit}>
      <FrozenDetails details={[['Due', formatAmount(file.balance.asked)]]} />
      <CompetingOrders file={file} />
      <ArrivalFields
        coins={!isBuy}
        lineHint={isBuy ? 'As shown by the bank, not on a slip.' : 'As shown on the blockchain.'}
        senderHint="The address that sent the coins."
        suffix={isBuy ? file.order.fiat.currency : file.order.coins.symbol}
        when={isBuy ? 'Arrived on' : 'Sent on'}
        field={field}
      />
      <NoteField {...field('note')} />
    </ActionDialog>
  );
}

const recordCommands = { complete: desk.recordSent, recordReturned: desk.recordReturned };

export function SentDialog(props: StepProps & { action: keyof typeof recordCommands }) {
  const { step, action } = props;
  const { file } = step;
  const kind = action === 'complete' ? 'payout' : 'return';
  const approved = file.leaving.find((transfer) => transfer.kind === kind && transfer.leftId === null);
  return (
    <SentForm
      frame={useStepDialog(props)}
      send={(typed) => recordCommands[action]({ orderId: file.order.id, ...typed })}
      hint="Record this only after sending exactly this amount. The customer gets an email."
      approved={approved}
      rail={(approved?.frozen['rail'] ?? 'bank') as Rail}
    />
  );
}

const toMovementOption = ({ id, amount, reference }: Case['order']['movements'][number]) => ({
  value: id,
  name: `${formatAmount(amount)}, ${reference}`,
});

const prepareReturn = toCommand(desk.prepareReturn);

const getRefundable = ({ order, toReturn }: Case) => order.movements.filter(({ id }) => toReturn.includes(id));

/** Proposes a full refund to the source. */
export function ReturnDialog(props: StepProps) {
  const { file } = props.step;
  const lines = getRefundable(file);
  const emptyPayer = { payerBank: '', payerAccount: '', payerHolder: '' };
  const start = { orderId: file.order.id, movementId: lines[0]?.id ?? '', reasonCode: '', note: '', ...emptyPayer };
  const { dialog, outcome } = useStepDialog(props);
  const { form, field, busy, submit } = useCommandForm(PrepareReturn, prepareReturn, { start, ...outcome });
  const chosen = lines.find(({ id }) => id === form.get('movementId'));
  const isUnknown = chosen?.party.account === null && chosen.party.address === null;
  return (
    <ActionDialog {...dialog} busy={busy} submit={submit}>
      <p className="ink-2">This waits for a second approver. Nothing is sent until they approve.</p>
      {lines.length > 1 && (
        <SelectField label="Payment to refund" options={lines.map(toMovementOption)} {...field('movementId')} />
      )}
      {chosen && <FrozenDetails details={getReturnDetails(chosen)} />}
      {isUnknown && <PayerFields field={field} hint="Copy it from the bank line." />}
      <ReasonField reasons={reasonsFor('return')} code={form.get('reasonCode')} {...field('reasonCode')} />
      <NoteField {...field('note')} />
    </ActionDialog>
  );
}

const unlinkPayIn = toCommand(desk.undoPayIn);

/** Proposes to unlink a payment, which then becomes unassigned money. */
export function UnlinkDialog(props: StepProps) {
  const { file } = props.step;
  const lines = file.order.movements.filter(({ id }) => file.toTakeOff.includes(id));
  const start = { orderId: file.order.id, movementId: lines[0]?.id ?? '', reasonCode: '', evidence: '', note: '' };
  const { dialog, outcome } = useStepDialog(props, 'Propose unlinking');
  const { form, field, busy, submit } = useCommandForm(UndoPayIn, unlinkPayIn, { start, ...outcome });
  const chosen = lines.find(({ id }) => id === form.get('movementId'));
  return (
    <ActionDialog {...dialog} busy={busy} submit={submit}>
      <p className="ink-2">A second person decides. The money becomes unassigned, and the customer gets an email.</p>
      {lines.length > 1 && (
        <SelectField label="Payment to unlink" options={lines.map(toMovementOption)} {...field('movementId')} />
      )}
      {chosen && <FrozenDetails details={getPayInDetails(chosen)} />}
      <ReasonField reasons={reasonsFor('take_off')} code={form.get('reasonCode')} {...field('reasonCode')} />
      <TextField
        label="Evidence"
        hint="Such as the bank line, a block explorer link or the payer's message."
        rows={3}
        {...field('evidence')}
      />
      <NoteField {...field('note')} />
    </ActionDialog>
  );
}

const undoReasons = { undo: reasonsFor('undo'), bounce: reasonsFor('bounce') };

export function UndoDialog(props: StepProps) {
  const { file } = props.step;
  return (
    <UndoForm
      frame={useStepDialog(props, 'Propose undo')}
      send={(typed) => desk.prepareUndo({ orderId: file.order.id, ...typed })}
      leaving={file.leaving}
      reasons={undoReasons}
    />
  );
}
