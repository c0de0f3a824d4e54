import type { ComponentType } from 'react';
import type { z } from 'zod';
import { formatMinorUnits } from '../../../../kernel/money.ts';
import { type Command, defineAction } from '../../../../ui/admin/define-action.tsx';
import { Code, type Detail } from '../../../../ui/admin/details.tsx';
import { api } from '../../../../ui/client.ts';
import { Field } from '../../../../ui/field.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { RejectionReason } from '../../../approvals/schema.ts';
import { formatAmount } from '../../../ledger/amount.ts';
import {
  ApprovedTransfer,
  ArrivalFields,
  describeNote,
  getSentStart,
  getUndoStart,
  NoteField,
  noAutofill,
  ReasonFields,
  SentFields,
  today,
  UndoFields,
  undoHint,
} from '../../../trading/staff/screens/action-fields.tsx';
import { getContradictionDetails } from '../../../trading/staff/screens/approvals-panel.tsx';
import { getPayloadDetails, PayloadDetails } from '../../../trading/staff/screens/order-details.tsx';
import { paymentReasons } from '../../reasons.ts';
import {
  AnswerReturn,
  PrepareReturn,
  PrepareUndo,
  ReasonedStep,
  ReceivePayment,
  RecordReturn,
  ReturnForm,
} from '../../schema.ts';
import { paymentNotices } from './notices.ts';
import { type PaymentAct, type PaymentCase, paymentSteps } from './payment-labels.ts';

type Props = { file: PaymentCase; action: PaymentAct };

const { paymentsDesk } = api;

function describeStep({ action, file }: Props, confirmLabel = paymentSteps[action].name) {
  const { reference } = file.payment;
  const { name, grave } = paymentSteps[action];
  const success = () => toastSuccess(paymentNotices[action], { reference });
  return { title: `${name}: ${reference}`, confirmLabel, grave, stale: [paymentsDesk.key()], success };
}

const getReceiptDetails = ({ payment, customer }: PaymentCase): Detail[] =>
  payment.coins
    ? [
        ['Due', formatAmount(payment.coins.amount)],
        ['To', <Code key="to" text={payment.coins.address} />],
        ['Wallet given by the customer', payment.sender ? <Code key="from" text={payment.sender.address} /> : 'None'],
        ['Hash given by the customer', payment.sender?.transactionHash ?? 'None'],
      ]
    : [
        ['Due', formatAmount(payment.amount)],
        ['Expected reference', payment.reference],
        ['Expected name', customer?.legalName ?? 'Unknown customer'],
      ];

const receive = defineAction(ReceivePayment, paymentsDesk.receive, (props: Props) => {
  const { coins, id, amount } = props.file.payment;
  return {
    ...describeStep(props, 'Confirm payment'),
    start: {
      paymentId: id,
      reference: '',
      amount: '',
      movedOn: today(),
      movedTime: '',
      payerBank: '',
      payerAccount: '',
      payerHolder: '',
      senderAddress: '',
      note: '',
    },
    details: <PayloadDetails details={getReceiptDetails(props.file)} />,
    fields: ({ field }) => (
      <>
        <ArrivalFields
          coins={coins !== null}
          lineHint={coins ? 'As shown on the blockchain, not on a screenshot.' : 'As shown by the bank, not on a slip.'}
          senderHint="As shown on the blockchain."
          suffix={coins?.amount.symbol ?? amount.currency}
          when="Arrived on"
          field={field}
        />
        <NoteField {...field('note')} />
      </>
    ),
  };
});

const reasonedStep = <Out, Err>(
  command: Command<Out, Err, z.input<typeof ReasonedStep>>,
  reasons: keyof typeof paymentReasons,
  hint: string,
) =>
  defineAction(ReasonedStep, command, (props: Props) => ({
    ...describeStep(props),
    start: { paymentId: props.file.payment.id, reasonCode: '', note: '' },
    hint,
    fields: ({ form, field }) => (
      <ReasonFields reasons={paymentReasons[reasons]} code={form.get('reasonCode')} field={field} />
    ),
  }));

const getPartHint = ({ payment: { coins }, worthHere }: PaymentCase): string =>
  [
    coins && `The same share of the ${coins.amount.symbol} is refunded, rounded down.`,
    worthHere && `Refund less than ${formatAmount(worthHere)} to keep the product active.`,
  ]
    .filter(Boolean)
    .join(' ');

/** Proposes a full refund, or a partial refund while the product continues. */
const prepareReturn = defineAction(PrepareReturn, paymentsDesk.prepareReturn, (props: Props) => {
  const { payment, worthHere } = props.file;
  const fullAmount = worthHere && formatMinorUnits(worthHere.minor);
  return {
    ...describeStep(props),
    schema: fullAmount === null ? undefined : ReturnForm,
    start: { paymentId: payment.id, amount: fullAmount, reasonCode: '', note: '' },
    hint: `${
      fullAmount === null ? 'We refund everything' : 'We send the refund'
    } to the source. Nothing is sent until a second person approves.`,
    fields: ({ form, field }) => (
      <>
        {fullAmount !== null && (
          <Field
            label="Amount"
            hint={getPartHint(props.file)}
            inputMode="decimal"
            suffix={payment.amount.currency}
            {...noAutofill}
            {...field('amount')}
          />
        )}
        <ReasonFields reasons={paymentReasons.return} code={form.get('reasonCode')} field={field} />
      </>
    ),
  };
});

const RejectReturn = AnswerReturn.extend({ note: RejectionReason });

const decisionStep = <Out, Err>(command: Command<Out, Err, z.input<typeof AnswerReturn>>) =>
  defineAction(AnswerReturn, command, (props: Props) => {
    const { action, file } = props;
    const { payment, waiting, contradiction } = file;
    const isRejection = action.startsWith('decline') && waiting?.isOwn === false;
    const needsChainCheck = action === 'approveReturn' && contradiction?.kind === 'sender';
    const approvalHint = `You approve exactly these details. Check them yourself. The product ${waiting?.payload['part'] ? 'stays active' : 'ends'}.`;
    return {
      ...describeStep(props),
      schema: isRejection ? RejectReturn : undefined,
      start: { paymentId: payment.id, proposalId: waiting?.id ?? '', note: '' },
      hint: action === 'approveReturn' && approvalHint,
      details: waiting && (
        <PayloadDetails details={[...getPayloadDetails(waiting.payload), ...getContradictionDetails(file)]} />
      ),
      fields: { note: describeNote({ isRejection, needsChainCheck }) },
    };
  });

const rails = { bank_transfer: 'bank', card: 'card', crypto: 'solana' } as const;

const recordReturned = defineAction(RecordReturn, paymentsDesk.recordReturned, (props: Props) => {
  const { payment, leaving } = props.file;
  return {
    ...describeStep(props),
    start: { paymentId: payment.id, ...getSentStart() },
    hint: 'Record this only after sending exactly this amount. The customer gets an email.',
    details: <ApprovedTransfer payload={leaving.find(({ sentId }) => sentId === null)?.payload} />,
    fields: ({ field }) => <SentFields rail={rails[payment.method]} field={field} />,
  };
});

const prepareUndo = defineAction(PrepareUndo, paymentsDesk.prepareUndo, (props: Props) => {
  const { payment, leaving } = props.file;
  return {
    ...describeStep(props, 'Propose undo'),
    start: { paymentId: payment.id, ...getUndoStart(leaving) },
    hint: undoHint,
    fields: ({ form, field }) => (
      <UndoFields
        leaving={leaving}
        field={field}
        reasons={paymentReasons}
        proposalId={form.get('proposalId')}
        code={form.get('reasonCode')}
      />
    ),
  };
});

type DialogProps = Props & { onClose: () => void };

const dialogs: Readonly<Record<PaymentAct, ComponentType<DialogProps>>> = {
  receive,
  attachLate: receive,
  rejectClaim: reasonedStep(
    paymentsDesk.rejectClaim,
    'reject_claim',
    'The customer sees the reason and uploads another proof.',
  ),
  reject: reasonedStep(
    paymentsDesk.reject,
    'reject',
    'The payment closes. Any money that still arrives will be refunded.',
  ),
  prepareReturn,
  approveReturn: decisionStep(paymentsDesk.approveReturn),
  declineReturn: decisionStep(paymentsDesk.declineReturn),
  approveUndo: decisionStep(paymentsDesk.approveUndo),
  declineUndo: decisionStep(paymentsDesk.declineUndo),
  recordReturned,
  prepareUndo,
};

export function PaymentDialog(props: DialogProps) {
  const ActionOfPayment = dialogs[props.action];
  return <ActionOfPayment {...props} />;
}
