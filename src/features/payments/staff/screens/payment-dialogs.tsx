import { formatMinorUnits } from '../../../../kernel/money.ts';
import { ActionDialog } from '../../../../ui/admin/action-dialog.tsx';
import { Code, type Detail } from '../../../../ui/admin/details.tsx';
import { useFormOutcome } from '../../../../ui/admin/use-invalidate.ts';
import { api, call } from '../../../../ui/client.ts';
import { Field } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { formatAmount } from '../../../ledger/amount.ts';
import { getContradictionDetails } from '../../../trading/staff/screens/approvals-panel.tsx';
import { ArrivalFields } from '../../../trading/staff/screens/arrival-fields.tsx';
import {
  type DialogFrame,
  NoteField,
  NoteForm,
  noAutofill,
  ReasonField,
  ReasonForm,
  SentForm,
  toCommand,
  today,
  UndoForm,
} from '../../../trading/staff/screens/command-forms.tsx';
import { FrozenDetails, getFrozenDetails } from '../../../trading/staff/screens/order-details.tsx';
import { paymentReasons } from '../../reasons.ts';
import { PrepareReturn, ReceivePayment, ReturnForm } from '../../schema.ts';
import { paymentNotices } from './notices.ts';
import { type PaymentAct, type PaymentCase, paymentSteps } from './payment-labels.ts';

type Props = { file: PaymentCase; action: PaymentAct; onClose: () => void };

const { paymentsDesk } = call;

function usePaymentDialog({ action, file, onClose }: Props, says?: string): DialogFrame {
  const { reference } = file.payment;
  const { name, grave = false } = paymentSteps[action];
  const notify = () => toastSuccess(paymentNotices[action], { reference });
  const outcome = useFormOutcome([api.paymentsDesk.key()], { onClose, onSuccess: notify });
  return { dialog: { title: `${name}: ${reference}`, says: says ?? name, grave, onClose }, outcome };
}

const receive = toCommand(paymentsDesk.receive);

function ReceiveDialog(props: Props) {
  const { payment, customer } = props.file;
  const { coins, sender } = payment;
  const start = {
    ...{ paymentId: payment.id, reference: '', amount: '', movedOn: today(), movedTime: '' },
    ...{ payerBank: '', payerAccount: '', payerHolder: '', senderAddress: '', note: '' },
  };
  const { dialog, outcome } = usePaymentDialog(props, 'Confirm payment');
  const { field, busy, submit } = useCommandForm(ReceivePayment, receive, { start, ...outcome });
  const details: Detail[] = coins
    ? [
        ['Due', formatAmount(coins.amount)],
        ['To', <Code key="to" text={coins.address} />],
        ['Wallet given by the customer', sender ? <Code key="from" text={sender.address} /> : 'None'],
        ['Hash given by the customer', sender?.transactionHash ?? 'None'],
      ]
    : [
        ['Due', formatAmount(payment.amount)],
        ['Expected reference', payment.reference],
        ['Expected name', customer?.legalName ?? 'Unknown customer'],
      ];
  return (
    <ActionDialog {...dialog} busy={busy} submit={submit}>
      <FrozenDetails details={details} />
      <ArrivalFields
        coins={coins !== null}
        lineHint={coins ? 'As shown on the blockchain, not on a screenshot.' : 'As shown by the bank, not on a slip.'}
        senderHint="As shown on the blockchain."
        suffix={coins?.amount.symbol ?? payment.amount.currency}
        when="Arrived on"
        field={field}
      />
      <NoteField {...field('note')} />
    </ActionDialog>
  );
}

const reasonCommands = {
  rejectClaim: {
    send: paymentsDesk.rejectClaim,
    reasons: paymentReasons.reject_claim,
    hint: 'The customer sees the reason and uploads another proof.',
  },
  reject: {
    send: paymentsDesk.reject,
    reasons: paymentReasons.reject,
    hint: 'The payment closes. Any money that still arrives will be refunded.',
  },
};

function ReasonDialog(props: Props & { action: keyof typeof reasonCommands }) {
  const { action, file } = props;
  const { send, ...formProps } = reasonCommands[action];
  return (
    <ReasonForm
      frame={usePaymentDialog(props)}
      send={(typed) => send({ paymentId: file.payment.id, ...typed })}
      {...formProps}
    />
  );
}

const prepareReturn = toCommand(paymentsDesk.prepareReturn);

const getPartHint = ({ payment: { coins }, worthHere }: PaymentCase): string =>
  [
    coins && `The same share of the ${coins.amount.symbol} is refunded, rounded down.`,
    worthHere && `Refund less than ${formatAmount(worthHere)} to keep the product active.`,
  ]
    .filter(Boolean)
    .join(' ');

/** Proposes a full refund, or a partial refund while the product continues. */
function ReturnDialog(props: Props) {
  const { payment, worthHere } = props.file;
  const fullAmount = worthHere && formatMinorUnits(worthHere.minor);
  const start = { paymentId: payment.id, amount: fullAmount, reasonCode: '', note: '' };
  const { dialog, outcome } = usePaymentDialog(props);
  const { form, field, busy, submit } = useCommandForm(
    fullAmount === null ? PrepareReturn : ReturnForm,
    prepareReturn,
    {
      start,
      ...outcome,
    },
  );
  return (
    <ActionDialog {...dialog} busy={busy} submit={submit}>
      <p className="ink-2">
        {fullAmount === null ? 'We refund everything' : 'We send the refund'} to the source. Nothing is sent until a
        second person approves.
      </p>
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
      <ReasonField reasons={paymentReasons.return} code={form.get('reasonCode')} {...field('reasonCode')} />
      <NoteField {...field('note')} />
    </ActionDialog>
  );
}

const decisionCommands = {
  approveReturn: paymentsDesk.approveReturn,
  declineReturn: paymentsDesk.declineReturn,
  approveUndo: paymentsDesk.approveUndo,
  declineUndo: paymentsDesk.declineUndo,
};

function DecisionDialog(props: Props & { action: keyof typeof decisionCommands }) {
  const { action, file } = props;
  const { payment, waiting } = file;
  const approvalHint = `You approve exactly these details. Check them yourself. The product ${waiting?.frozen['part'] ? 'stays active' : 'ends'}.`;
  return (
    <NoteForm
      frame={usePaymentDialog(props)}
      send={(typed) => decisionCommands[action]({ paymentId: payment.id, proposalId: waiting?.id ?? '', ...typed })}
      hint={action === 'approveReturn' && approvalHint}
      isRejection={action.startsWith('decline') && waiting?.mine === false}
      needsChainCheck={action === 'approveReturn' && file.contradiction?.kind === 'sender'}
    >
      {waiting && <FrozenDetails details={[...getFrozenDetails(waiting.frozen), ...getContradictionDetails(file)]} />}
    </NoteForm>
  );
}

const rails = { bank_transfer: 'bank', card: 'card', crypto: 'solana' } as const;

function SentDialog(props: Props) {
  const { payment, leaving } = props.file;
  return (
    <SentForm
      frame={usePaymentDialog(props)}
      send={(typed) => paymentsDesk.recordReturned({ paymentId: payment.id, ...typed })}
      hint="Record this only after sending exactly this amount. The customer gets an email."
      approved={leaving.find(({ leftId }) => leftId === null)}
      rail={rails[payment.method]}
    />
  );
}

function UndoDialog(props: Props) {
  const { payment, leaving } = props.file;
  return (
    <UndoForm
      frame={usePaymentDialog(props, 'Propose undo')}
      send={(typed) => paymentsDesk.prepareUndo({ paymentId: payment.id, ...typed })}
      leaving={leaving}
      reasons={paymentReasons}
    />
  );
}

export function PaymentDialog(props: Props) {
  const { action } = props;
  if (action === 'receive' || action === 'attachLate') return <ReceiveDialog {...props} />;
  if (action in decisionCommands) return <DecisionDialog {...props} action={action as keyof typeof decisionCommands} />;
  if (action === 'prepareUndo') return <UndoDialog {...props} />;
  if (action === 'prepareReturn') return <ReturnDialog {...props} />;
  return action === 'recordReturned' ? (
    <SentDialog {...props} />
  ) : (
    <ReasonDialog {...props} action={action as keyof typeof reasonCommands} />
  );
}
