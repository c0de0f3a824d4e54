import { moneyText } from '../../../../kernel/money.ts';
import { api, call } from '../../../../ui/client.ts';
import { ActDialog } from '../../../../ui/desk/act-dialog.tsx';
import { Code, type Fact } from '../../../../ui/desk/facts.tsx';
import { useDone } from '../../../../ui/desk/use-reread.ts';
import { Field } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { amountWords } from '../../../movements/amount.ts';
import { paymentReasons } from '../../../payments/reasons.ts';
import { PrepareReturn, ReceivePayment, ReturnForm } from '../../../payments/schema.ts';
import { paymentDeskNotices } from '../../messages.ts';
import {
  type Around,
  command,
  NoteField,
  NoteForm,
  off,
  ReasonField,
  ReasonForm,
  SentForm,
  UndoForm,
} from './act-forms.tsx';
import { ArrivalFields } from './arrival-fields.tsx';
import type { PaymentAct, PaymentCase } from './data.ts';
import { Frozen, frozenFacts } from './order-facts.tsx';
import { paymentSteps } from './payment-words.ts';
import { today } from './when-fields.tsx';

type Props = { file: PaymentCase; act: PaymentAct; onClose: () => void };

const { paymentsDesk } = call;

function useShell({ act, file, onClose }: Props, says?: string): Around {
  const { reference } = file.payment;
  const { name, grave = false } = paymentSteps[act];
  const told = () => toastSuccess(paymentDeskNotices[act], { reference });
  const outcome = useDone([api.paymentsDesk.key()], { onClose, says: told });
  return { dialog: { title: `${name}: ${reference}`, says: says ?? name, grave, onClose }, outcome };
}

const receive = command(paymentsDesk.receive);

/** What came in, as the bank or the chain shows it: under what, how much, when and from whom. */
function ReceiveDialog(props: Props) {
  const { payment, customer } = props.file;
  const { coins, sender } = payment;
  const start = {
    ...{ paymentId: payment.id, reference: '', amount: '', movedOn: today(), movedTime: '' },
    ...{ payerBank: '', payerAccount: '', payerHolder: '', senderAddress: '', note: '' },
  };
  const { dialog, outcome } = useShell(props, 'The money is there');
  const { field, busy, submit } = useCommandForm(ReceivePayment, receive, { start, ...outcome });
  const facts: Fact[] = coins
    ? [
        ['Due', amountWords(coins.amount)],
        ['To', <Code key="to" text={coins.address} />],
        ['Wallet they named', sender ? <Code key="from" text={sender.address} /> : 'None'],
        ['Hash they named', sender?.transactionHash ?? 'None'],
      ]
    : [
        ['Due', amountWords(payment.amount)],
        ['Reference on it', payment.reference],
        ['Name on it', customer?.legalName ?? 'Unknown customer'],
      ];
  return (
    <ActDialog {...dialog} busy={busy} submit={submit}>
      <Frozen facts={facts} />
      <ArrivalFields
        coins={coins !== null}
        lineHint={
          coins ? 'As the chain shows it. A screenshot is not enough.' : 'As the bank shows it. A slip is not enough.'
        }
        senderHint="As the chain shows it."
        suffix={coins?.amount.symbol ?? payment.amount.currency}
        when="Arrived on"
        field={field}
      />
      <NoteField {...field('note')} />
    </ActDialog>
  );
}

const reasoned = {
  rejectClaim: {
    send: paymentsDesk.rejectClaim,
    reasons: paymentReasons.reject_claim,
    hint: 'The customer reads why, and uploads another proof.',
  },
  reject: {
    send: paymentsDesk.reject,
    reasons: paymentReasons.reject,
    hint: 'It ends. What comes all the same waits to go back.',
  },
};

function ReasonDialog(props: Props & { act: keyof typeof reasoned }) {
  const { act, file } = props;
  const { send, ...asks } = reasoned[act];
  return (
    <ReasonForm around={useShell(props)} send={(typed) => send({ paymentId: file.payment.id, ...typed })} {...asks} />
  );
}

const prepare = command(paymentsDesk.prepareReturn);

const partHint = ({ payment: { coins }, worthHere }: PaymentCase): string =>
  [
    coins && `Of the ${coins.amount.symbol} the same share, rounded down.`,
    worthHere && `With less than ${amountWords(worthHere)} what was paid for goes on.`,
  ]
    .filter(Boolean)
    .join(' ');

/** What goes back: all that is left of it, or a part while what was paid for goes on. */
function ReturnDialog(props: Props) {
  const { payment, worthHere } = props.file;
  const whole = worthHere && moneyText(worthHere.minor);
  const start = { paymentId: payment.id, amount: whole, reasonCode: '', note: '' };
  const { dialog, outcome } = useShell(props);
  const { form, field, busy, submit } = useCommandForm(whole === null ? PrepareReturn : ReturnForm, prepare, {
    start,
    ...outcome,
  });
  return (
    <ActDialog {...dialog} busy={busy} submit={submit}>
      <p className="ink-2">
        {whole === null ? 'All of it goes back' : 'It goes back'} to where it came from. Nothing is sent before a second
        person agreed.
      </p>
      {whole !== null && (
        <Field
          label="Amount"
          hint={partHint(props.file)}
          inputMode="decimal"
          suffix={payment.amount.currency}
          {...off}
          {...field('amount')}
        />
      )}
      <ReasonField reasons={paymentReasons.return} code={form.get('reasonCode')} {...field('reasonCode')} />
      <NoteField {...field('note')} />
    </ActDialog>
  );
}

const answers = {
  approveReturn: paymentsDesk.approveReturn,
  declineReturn: paymentsDesk.declineReturn,
  approveUndo: paymentsDesk.approveUndo,
  declineUndo: paymentsDesk.declineUndo,
};

function AnswerDialog(props: Props & { act: keyof typeof answers }) {
  const { act, file } = props;
  const { payment, waiting } = file;
  const exactly = `You approve exactly this. Check it yourself. What was paid for ${waiting?.frozen['part'] ? 'goes on' : 'ends'}.`;
  return (
    <NoteForm
      around={useShell(props)}
      send={(typed) => answers[act]({ paymentId: payment.id, proposalId: waiting?.id ?? '', ...typed })}
      hint={act === 'approveReturn' && exactly}
      rejects={act.startsWith('decline') && waiting?.mine === false}
    >
      {waiting && <Frozen facts={frozenFacts(waiting.frozen)} />}
    </NoteForm>
  );
}

const rails = { bank_transfer: 'bank', card: 'card', crypto: 'solana' } as const;

function SentDialog(props: Props) {
  const { payment, leaving } = props.file;
  return (
    <SentForm
      around={useShell(props)}
      send={(typed) => paymentsDesk.recordReturned({ paymentId: payment.id, ...typed })}
      hint="Only once exactly this was sent. The customer is told."
      agreed={leaving.find(({ leftId }) => leftId === null)}
      rail={rails[payment.method]}
    />
  );
}

function UndoDialog(props: Props) {
  const { payment, leaving } = props.file;
  return (
    <UndoForm
      around={useShell(props, 'Ask to undo it')}
      send={(typed) => paymentsDesk.prepareUndo({ paymentId: payment.id, ...typed })}
      leaving={leaving}
      reasons={paymentReasons}
    />
  );
}

/** The form of a step of a payment. */
export function PaymentDialog(props: Props) {
  const { act } = props;
  if (act === 'receive' || act === 'attachLate') return <ReceiveDialog {...props} />;
  if (act in answers) return <AnswerDialog {...props} act={act as keyof typeof answers} />;
  if (act === 'prepareUndo') return <UndoDialog {...props} />;
  if (act === 'prepareReturn') return <ReturnDialog {...props} />;
  return act === 'recordReturned' ? (
    <SentDialog {...props} />
  ) : (
    <ReasonDialog {...props} act={act as keyof typeof reasoned} />
  );
}
