import type { ReactNode } from 'react';
import { ActionDialog } from '../../../../ui/admin/action-dialog.tsx';
import { call } from '../../../../ui/client.ts';
import { TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { reasonsFor } from '../../order/reasons.ts';
import { AddNote } from '../schema.ts';
import { getContradictionDetails, getSourceDetails } from './approvals-panel.tsx';
import { NoteForm, ReasonForm, toCommand } from './command-forms.tsx';
import { ReceiveDialog, ReturnDialog, SentDialog, UndoDialog, UnlinkDialog } from './money-dialogs.tsx';
import { type OrderAction, orderActions } from './order-actions.ts';
import { FrozenDetails, getFrozenDetails, getPayoutDetails } from './order-details.tsx';
import { type OpenStep, type StepProps, useStepDialog } from './use-step-dialog.ts';

const { desk } = call;
const plainCommands = {
  startProcessing: desk.startProcessing,
  preparePayout: desk.preparePayout,
  release: desk.release,
};
const decisionCommands = {
  approvePayout: desk.approvePayout,
  withdrawPreparation: desk.withdrawPayout,
  approveReturn: desk.approveReturn,
  declineReturn: desk.declineReturn,
  approveUndo: desk.approveUndo,
  declineUndo: desk.declineUndo,
};
const reasonCommands = {
  rejectClaim: desk.rejectClaim,
  fail: desk.fail,
  cancel: desk.cancel,
  hold: desk.hold,
};
const isPlain = (action: OrderAction): action is keyof typeof plainCommands => Object.hasOwn(plainCommands, action);
const isDecision = (action: OrderAction): action is keyof typeof decisionCommands =>
  Object.hasOwn(decisionCommands, action);
const isReasoned = (action: OrderAction): action is keyof typeof reasonCommands =>
  Object.hasOwn(reasonCommands, action);

function renderMovement({ action, file }: OpenStep): ReactNode {
  const sources = [...getSourceDetails(file), ...getContradictionDetails(file)];
  if (file.waiting && action.startsWith('approve'))
    return <FrozenDetails details={[...getFrozenDetails(file.waiting.frozen), ...sources]} />;
  return action === 'preparePayout' ? <FrozenDetails details={[...getPayoutDetails(file), ...sources]} /> : null;
}

const hints: Partial<Record<OrderAction, string>> = {
  approvePayout: 'You approve exactly these details. Check the amount and destination yourself.',
  preparePayout: 'This waits for a second approver. Nothing is sent until they approve.',
  approveReturn: 'You approve exactly these details. The refund can then be sent and recorded.',
  approveUndo: "Check the evidence yourself. A recorded reference can't be used again.",
  release: 'The order can be paid out or refunded again.',
  withdrawPreparation: 'Nothing is sent. You can prepare it again.',
};

function PlainDialog(props: StepProps & { action: keyof typeof plainCommands }) {
  const { step, action } = props;
  const orderId = step.file.order.id;
  return (
    <NoteForm
      frame={useStepDialog(props)}
      send={({ note }) => plainCommands[action]({ orderId, note })}
      hint={hints[action]}
    >
      {renderMovement(step)}
    </NoteForm>
  );
}

/** Ids of the shown proposal, so that no replacement is decided. */
const getReadIds = ({ file: { order, waiting } }: OpenStep) => ({ orderId: order.id, proposalId: waiting?.id ?? '' });

function DecisionDialog(props: StepProps & { action: keyof typeof decisionCommands }) {
  const { step, action } = props;
  const isRejection = action.startsWith('decline') && step.file.waiting?.mine === false;
  const needsChainCheck = /^approve(Payout|Return)$/.test(action) && step.file.contradiction?.kind === 'sender';
  const send = (typed: { note?: string }) => decisionCommands[action]({ ...getReadIds(step), ...typed });
  return (
    <NoteForm frame={useStepDialog(props)} {...{ send, isRejection, needsChainCheck }} hint={hints[action]}>
      {renderMovement(step)}
    </NoteForm>
  );
}

const SendBackDialog = (props: StepProps) => (
  <ReasonForm
    frame={useStepDialog(props)}
    send={(typed) => desk.sendBackPayout({ ...getReadIds(props.step), ...typed })}
    reasons={reasonsFor('send_back')}
  />
);

function ReasonedDialog(props: StepProps & { action: keyof typeof reasonCommands }) {
  const { step, action } = props;
  return (
    <ReasonForm
      frame={useStepDialog(props)}
      send={(typed) => reasonCommands[action]({ orderId: step.file.order.id, ...typed })}
      reasons={reasonsFor(orderActions[action].reasons ?? 'cancel')}
    />
  );
}

const addNote = toCommand(desk.note);

function NoteDialog(props: StepProps) {
  const { dialog, outcome } = useStepDialog(props, 'Add note');
  const start = { orderId: props.step.file.order.id, note: '' };
  const { field, busy, submit } = useCommandForm(AddNote, addNote, { start, ...outcome });
  return (
    <ActionDialog {...dialog} busy={busy} submit={submit}>
      <TextField label="Note" hint="Only staff can see it." rows={3} {...field('note')} />
    </ActionDialog>
  );
}

/** The dialog of an action. It stays open when the server refuses the action. */
export function StepDialog(props: StepProps) {
  const { action } = props.step;
  if (isPlain(action)) return <PlainDialog {...props} action={action} />;
  if (isDecision(action)) return <DecisionDialog {...props} action={action} />;
  if (action === 'sendBack') return <SendBackDialog {...props} />;
  if (isReasoned(action)) return <ReasonedDialog {...props} action={action} />;
  if (action === 'complete' || action === 'recordReturned') return <SentDialog {...props} action={action} />;
  if (action === 'returnMoney') return <ReturnDialog {...props} />;
  if (action === 'undoPayIn') return <UnlinkDialog {...props} />;
  if (action === 'prepareUndo') return <UndoDialog {...props} />;
  return action === 'note' ? <NoteDialog {...props} /> : <ReceiveDialog {...props} />;
}
