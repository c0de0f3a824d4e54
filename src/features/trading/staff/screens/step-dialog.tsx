import type { ComponentType } from 'react';
import type { z } from 'zod';
import { type Command, defineAction } from '../../../../ui/admin/define-action.tsx';
import { api } from '../../../../ui/client.ts';
import { TextField } from '../../../../ui/field.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { RejectionReason } from '../../../approvals/schema.ts';
import { formatAmount } from '../../../ledger/amount.ts';
import type { Rail } from '../../../ledger/movement-reference.ts';
import { type ReasonedAction, reasonsFor } from '../../order/reasons.ts';
import {
  AddNote,
  AnswerStep,
  ConfirmReceived,
  PlainStep,
  PrepareReturn,
  PrepareUndo,
  ReasonedStep,
  RecordSent,
  SendBack,
  UndoPayIn,
} from '../schema.ts';
import {
  ApprovedTransfer,
  ArrivalFields,
  describeNote,
  getSentStart,
  getUndoStart,
  NoteField,
  PayerFields,
  ReasonField,
  ReasonFields,
  SentFields,
  today,
  UndoFields,
  undoHint,
} from './action-fields.tsx';
import { getContradictionDetails, getSourceDetails } from './approvals-panel.tsx';
import { CompetingOrders } from './competing-orders.tsx';
import type { Case } from './data.ts';
import type { Findings } from './findings.ts';
import { orderNotices } from './notices.ts';
import { type OrderAction, orderActions } from './order-actions.ts';
import {
  getPayInDetails,
  getPayloadDetails,
  getPayoutDetails,
  getReturnDetails,
  PayloadDetails,
} from './order-details.tsx';

/** An action with the order as shown on screen, which is what staff confirm. */
export type OpenStep = { action: OrderAction; file: Case; findings: Findings };
type StepProps = { step: OpenStep };

function describeStep({ action, file: { order } }: OpenStep, confirmLabel = orderActions[action].name) {
  const { name, grave } = orderActions[action];
  const success = () => toastSuccess(orderNotices[action], order);
  return { title: `${name}: ${order.reference}`, confirmLabel, grave, stale: [api.desk.key()], success };
}

const { desk } = api;

function MovementDetails({ step: { action, file } }: StepProps) {
  const sources = [...getSourceDetails(file), ...getContradictionDetails(file)];
  if (file.waiting && action.startsWith('approve'))
    return <PayloadDetails details={[...getPayloadDetails(file.waiting.payload), ...sources]} />;
  return action === 'preparePayout' ? <PayloadDetails details={[...getPayoutDetails(file), ...sources]} /> : null;
}

const hints: Partial<Record<OrderAction, string>> = {
  approvePayout: 'You approve exactly these details. Check the amount and destination yourself.',
  preparePayout: 'This waits for a second approver. Nothing is sent until they approve.',
  approveReturn: 'You approve exactly these details. The refund can then be sent and recorded.',
  approveUndo: "Check the evidence yourself. A recorded reference can't be used again.",
  release: 'The order can be paid out or refunded again.',
  withdrawPreparation: 'Nothing is sent. You can prepare it again.',
};

const plainStep = <Out, Err>(command: Command<Out, Err, z.input<typeof PlainStep>>) =>
  defineAction(PlainStep, command, ({ step }: StepProps) => ({
    ...describeStep(step),
    start: { orderId: step.file.order.id, note: '' },
    hint: hints[step.action],
    details: <MovementDetails step={step} />,
    fields: { note: describeNote() },
  }));

/** Ids of the shown proposal, so that no replacement is decided. */
const getReadIds = ({ file: { order, waiting } }: OpenStep) => ({ orderId: order.id, proposalId: waiting?.id ?? '' });

const RejectStep = AnswerStep.extend({ note: RejectionReason });

const decisionStep = <Out, Err>(command: Command<Out, Err, z.input<typeof AnswerStep>>) =>
  defineAction(AnswerStep, command, ({ step }: StepProps) => {
    const { action, file } = step;
    const isRejection = action.startsWith('decline') && file.waiting?.isOwn === false;
    const needsChainCheck = /^approve(Payout|Return)$/.test(action) && file.contradiction?.kind === 'sender';
    return {
      ...describeStep(step),
      schema: isRejection ? RejectStep : undefined,
      start: { ...getReadIds(step), note: '' },
      hint: hints[action],
      details: <MovementDetails step={step} />,
      fields: { note: describeNote({ isRejection, needsChainCheck }) },
    };
  });

const sendBack = defineAction(SendBack, desk.sendBackPayout, ({ step }: StepProps) => ({
  ...describeStep(step),
  start: { ...getReadIds(step), reasonCode: '', note: '' },
  fields: ({ form, field }) => (
    <ReasonFields reasons={reasonsFor('send_back')} code={form.get('reasonCode')} field={field} />
  ),
}));

const reasonedStep = <Out, Err>(command: Command<Out, Err, z.input<typeof ReasonedStep>>, reasons: ReasonedAction) =>
  defineAction(ReasonedStep, command, ({ step }: StepProps) => ({
    ...describeStep(step),
    start: { orderId: step.file.order.id, reasonCode: '', note: '' },
    fields: ({ form, field }) => (
      <ReasonFields reasons={reasonsFor(reasons)} code={form.get('reasonCode')} field={field} />
    ),
  }));

const note = defineAction(AddNote, desk.note, ({ step }: StepProps) => ({
  ...describeStep(step, 'Add note'),
  start: { orderId: step.file.order.id, note: '' },
  fields: { note: { label: 'Note', hint: 'Only staff can see it.', rows: 3 } },
}));

const emptyPayer = { payerBank: '', payerAccount: '', payerHolder: '' };
const emptyParty = { ...emptyPayer, senderAddress: '', senderTag: '' };

const receiveStep = <Out, Err>(command: Command<Out, Err, z.input<typeof ConfirmReceived>>) =>
  defineAction(ConfirmReceived, command, ({ step }: StepProps) => {
    const { file, findings } = step;
    const isBuy = file.order.side === 'buy';
    const sender = findings.sender.trim();
    return {
      ...describeStep(step, isBuy ? 'Confirm payment' : 'Confirm coins'),
      start: {
        ...emptyParty,
        ...(isBuy ? { payerHolder: sender } : { senderAddress: sender }),
        orderId: file.order.id,
        reference: findings.line,
        amount: findings.amount,
        note: '',
        movedOn: today(),
        movedTime: '',
      },
      details: (
        <>
          <PayloadDetails details={[['Due', formatAmount(file.balance.asked)]]} />
          <CompetingOrders file={file} />
        </>
      ),
      fields: ({ field }) => (
        <>
          <ArrivalFields
            coins={!isBuy}
            lineHint={isBuy ? 'As shown by the bank, not on a slip.' : 'As shown on the blockchain.'}
            senderHint="The address that sent the coins."
            suffix={isBuy ? file.order.fiat.currency : file.order.coins.symbol}
            when={isBuy ? 'Arrived on' : 'Sent on'}
            field={field}
          />
          <NoteField {...field('note')} />
        </>
      ),
    };
  });

const sentStep = <Out, Err>(command: Command<Out, Err, z.input<typeof RecordSent>>, kind: 'payout' | 'return') =>
  defineAction(RecordSent, command, ({ step }: StepProps) => {
    const { order, leaving } = step.file;
    const approved = leaving.find((transfer) => transfer.kind === kind && transfer.sentId === null);
    return {
      ...describeStep(step),
      start: { orderId: order.id, ...getSentStart() },
      hint: 'Record this only after sending exactly this amount. The customer gets an email.',
      details: <ApprovedTransfer payload={approved?.payload} />,
      fields: ({ field }) => <SentFields rail={(approved?.payload['rail'] ?? 'bank') as Rail} field={field} />,
    };
  });

const toMovementOption = ({ id, amount, reference }: Case['order']['movements'][number]) => ({
  value: id,
  name: `${formatAmount(amount)}, ${reference}`,
});

const returnMoney = defineAction(PrepareReturn, desk.prepareReturn, ({ step }: StepProps) => {
  const { order, toReturn } = step.file;
  const lines = order.movements.filter(({ id }) => toReturn.includes(id));
  return {
    ...describeStep(step),
    start: { orderId: order.id, movementId: lines[0]?.id ?? '', reasonCode: '', note: '', ...emptyPayer },
    hint: 'This waits for a second approver. Nothing is sent until they approve.',
    fields: ({ form, field }) => {
      const chosen = lines.find(({ id }) => id === form.get('movementId'));
      const isUnknown = chosen?.party.account === null && chosen.party.address === null;
      return (
        <>
          {lines.length > 1 && (
            <SelectField label="Payment to refund" options={lines.map(toMovementOption)} {...field('movementId')} />
          )}
          {chosen && <PayloadDetails details={getReturnDetails(chosen)} />}
          {isUnknown && <PayerFields field={field} hint="Copy it from the bank line." />}
          <ReasonFields reasons={reasonsFor('return')} code={form.get('reasonCode')} field={field} />
        </>
      );
    },
  };
});

/** Proposes to unlink a payment, which then becomes unallocated money. */
const undoPayIn = defineAction(UndoPayIn, desk.undoPayIn, ({ step }: StepProps) => {
  const { order, toTakeOff } = step.file;
  const lines = order.movements.filter(({ id }) => toTakeOff.includes(id));
  return {
    ...describeStep(step, 'Propose unlinking'),
    start: { orderId: order.id, movementId: lines[0]?.id ?? '', reasonCode: '', evidence: '', note: '' },
    hint: 'A second person decides. The money becomes unallocated, and the customer gets an email.',
    fields: ({ form, field }) => {
      const chosen = lines.find(({ id }) => id === form.get('movementId'));
      return (
        <>
          {lines.length > 1 && (
            <SelectField label="Payment to unlink" options={lines.map(toMovementOption)} {...field('movementId')} />
          )}
          {chosen && <PayloadDetails details={getPayInDetails(chosen)} />}
          <ReasonField reasons={reasonsFor('take_off')} code={form.get('reasonCode')} {...field('reasonCode')} />
          <TextField
            label="Evidence"
            hint="Such as the bank line, a block explorer link or the payer's message."
            rows={3}
            {...field('evidence')}
          />
          <NoteField {...field('note')} />
        </>
      );
    },
  };
});

const undoReasons = { undo: reasonsFor('undo'), bounce: reasonsFor('bounce') };

const prepareUndo = defineAction(PrepareUndo, desk.prepareUndo, ({ step }: StepProps) => {
  const { order, leaving } = step.file;
  return {
    ...describeStep(step, 'Propose undo'),
    start: { orderId: order.id, ...getUndoStart(leaving) },
    hint: undoHint,
    fields: ({ form, field }) => (
      <UndoFields
        leaving={leaving}
        field={field}
        reasons={undoReasons}
        proposalId={form.get('proposalId')}
        code={form.get('reasonCode')}
      />
    ),
  };
});

type DialogProps = StepProps & { onClose: () => void };

const dialogs: Readonly<Record<OrderAction, ComponentType<DialogProps>>> = {
  receive: receiveStep(desk.confirmReceived),
  attachLate: receiveStep(desk.confirmReceived),
  recordExtra: receiveStep(desk.recordExtra),
  startProcessing: plainStep(desk.startProcessing),
  preparePayout: plainStep(desk.preparePayout),
  release: plainStep(desk.release),
  approvePayout: decisionStep(desk.approvePayout),
  withdrawPreparation: decisionStep(desk.withdrawPayout),
  approveReturn: decisionStep(desk.approveReturn),
  declineReturn: decisionStep(desk.declineReturn),
  approveUndo: decisionStep(desk.approveUndo),
  declineUndo: decisionStep(desk.declineUndo),
  sendBack,
  rejectClaim: reasonedStep(desk.rejectClaim, 'reject_claim'),
  fail: reasonedStep(desk.fail, 'fail'),
  cancel: reasonedStep(desk.cancel, 'cancel'),
  hold: reasonedStep(desk.hold, 'hold'),
  complete: sentStep(desk.recordSent, 'payout'),
  recordReturned: sentStep(desk.recordReturned, 'return'),
  returnMoney,
  undoPayIn,
  prepareUndo,
  note,
};

/** The dialog of an action. It stays open when the server refuses the action. */
export function StepDialog(props: DialogProps) {
  const ActionOfStep = dialogs[props.step.action];
  return <ActionOfStep {...props} />;
}
