import { moneyText } from '../../../../kernel/money.ts';
import { api, call } from '../../../../ui/client.ts';
import { ActDialog } from '../../../../ui/desk/act-dialog.tsx';
import { Code, type Fact } from '../../../../ui/desk/facts.tsx';
import { useDone } from '../../../../ui/desk/use-reread.ts';
import { Field, TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { WhyRejected } from '../../../approvals/schema.ts';
import { amountWords } from '../../../movements/amount.ts';
import { paymentReasons } from '../../../payments/reasons.ts';
import {
  AnswerReturn,
  PrepareReturn,
  PrepareUndo,
  ReasonedStep,
  ReceivePayment,
  RecordReturn,
  ReturnForm,
} from '../../../payments/schema.ts';
import { paymentDeskNotices } from '../../messages.ts';
import type { PaymentAct, PaymentCase } from './data.ts';
import { Frozen, frozenFacts } from './order-facts.tsx';
import { paymentSteps } from './payment-words.ts';
import { noteField, ReasonOf, whyField } from './step-shell.tsx';
import { emptyUndo, SentFields, UndoFields } from './undo-fields.tsx';
import { today, WhenFields } from './when-fields.tsx';

type Props = { file: PaymentCase; act: PaymentAct; onClose: () => void };

const off = { autoComplete: 'off' } as const;
const command = <In,>(mutationFn: (input: In) => Promise<unknown>) => ({ mutationOptions: () => ({ mutationFn }) });
const { paymentsDesk } = call;

function useOutcome({ act, file, onClose }: Props) {
  const { reference } = file.payment;
  const says = () => toastSuccess(paymentDeskNotices[act], { reference });
  return useDone([api.paymentsDesk.key()], { onClose, says });
}

const shell = ({ act, file, onClose }: Props) => {
  const { name, grave = false } = paymentSteps[act];
  return { title: `${name}: ${file.payment.reference}`, says: name, grave, onClose };
};

const receive = command(paymentsDesk.receive);

/** What came in, as the bank or the chain shows it: under what, how much, when and from whom. */
function ReceiveDialog(props: Props) {
  const { payment, customer } = props.file;
  const { coins, sender } = payment;
  const start = {
    ...{ paymentId: payment.id, reference: '', amount: '', movedOn: today(), movedTime: '' },
    ...{ payerBank: '', payerAccount: '', payerHolder: '', senderAddress: '', note: '' },
  };
  const { field, busy, submit } = useCommandForm(ReceivePayment, receive, { start, ...useOutcome(props) });
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
  const line = coins
    ? { label: 'Transaction hash', hint: 'As the chain shows it. A screenshot is not enough.' }
    : { label: 'Bank line', hint: 'As the bank shows it. A slip is not enough.' };
  return (
    <ActDialog {...shell(props)} says="The money is there" busy={busy} submit={submit}>
      <Frozen facts={facts} />
      <Field {...line} {...off} {...field('reference')} />
      <Field
        label="Amount that arrived"
        inputMode="decimal"
        suffix={coins?.amount.symbol ?? payment.amount.currency}
        {...off}
        {...field('amount')}
      />
      <WhenFields
        says="Arrived on"
        timed={coins !== null}
        fields={{ movedOn: field('movedOn'), movedTime: field('movedTime') }}
      />
      {coins ? (
        <Field
          label="Sent from"
          hint="As the chain shows it. What has to go back goes there alone."
          {...off}
          {...field('senderAddress')}
        />
      ) : (
        <>
          <Field label="Paid by" hint="What has to go back goes there alone." {...off} {...field('payerHolder')} />
          <Field label="Payer's bank" {...off} {...field('payerBank')} />
          <Field label="Payer's account" {...off} {...field('payerAccount')} />
        </>
      )}
      <TextField {...noteField} {...field('note')} />
    </ActDialog>
  );
}

const reasoned = {
  rejectClaim: { send: command(paymentsDesk.rejectClaim), reasons: paymentReasons.reject_claim },
  reject: { send: command(paymentsDesk.reject), reasons: paymentReasons.reject },
};

const says: Readonly<Record<keyof typeof reasoned, string>> = {
  rejectClaim: 'The customer reads why, and uploads another proof.',
  reject: 'It ends. What comes all the same waits to go back.',
};

function ReasonDialog(props: Props & { act: keyof typeof reasoned }) {
  const { act, file } = props;
  const { send, reasons } = reasoned[act];
  const start = { paymentId: file.payment.id, reasonCode: '', note: '' };
  const { form, field, busy, submit } = useCommandForm(ReasonedStep, send, { start, ...useOutcome(props) });
  return (
    <ActDialog {...shell(props)} busy={busy} submit={submit}>
      <p className="ink-2">{says[act]}</p>
      <ReasonOf reasons={reasons} code={form.get('reasonCode')} {...field('reasonCode')} />
      <TextField {...noteField} {...field('note')} />
    </ActDialog>
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
  const { form, field, busy, submit } = useCommandForm(whole === null ? PrepareReturn : ReturnForm, prepare, {
    start,
    ...useOutcome(props),
  });
  return (
    <ActDialog {...shell(props)} busy={busy} submit={submit}>
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
      <ReasonOf reasons={paymentReasons.return} code={form.get('reasonCode')} {...field('reasonCode')} />
      <TextField {...noteField} {...field('note')} />
    </ActDialog>
  );
}

const answers = {
  approveReturn: command(paymentsDesk.approveReturn),
  declineReturn: command(paymentsDesk.declineReturn),
  approveUndo: command(paymentsDesk.approveUndo),
  declineUndo: command(paymentsDesk.declineUndo),
};

/** Whoever takes off the table what another asked for rejects it, and says why. */
const Rejecting = AnswerReturn.extend({ note: WhyRejected });

function AnswerDialog(props: Props & { act: keyof typeof answers }) {
  const { payment, waiting } = props.file;
  const rejects = props.act.startsWith('decline') && waiting?.mine === false;
  const start = { paymentId: payment.id, proposalId: waiting?.id ?? '', note: '' };
  const { field, busy, submit } = useCommandForm(rejects ? Rejecting : AnswerReturn, answers[props.act], {
    start,
    ...useOutcome(props),
  });
  return (
    <ActDialog {...shell(props)} busy={busy} submit={submit}>
      {props.act === 'approveReturn' && (
        <p className="ink-2">
          You approve exactly this. Check it yourself. What was paid for {waiting?.frozen['part'] ? 'goes on' : 'ends'}.
        </p>
      )}
      {waiting && <Frozen facts={frozenFacts(waiting.frozen)} />}
      <TextField {...(rejects ? whyField : noteField)} {...field('note')} />
    </ActDialog>
  );
}

const record = command(paymentsDesk.recordReturned);
const rails = { bank_transfer: 'bank', card: 'card', crypto: 'solana' } as const;

function SentDialog(props: Props) {
  const { payment, leaving } = props.file;
  const agreed = leaving.find(({ leftId }) => leftId === null);
  const start = { paymentId: payment.id, reference: '', movedOn: today(), movedTime: '', note: '' };
  const { field, busy, submit } = useCommandForm(RecordReturn, record, { start, ...useOutcome(props) });
  return (
    <ActDialog {...shell(props)} busy={busy} submit={submit}>
      <p className="ink-2">Only once exactly this was sent. The customer is told.</p>
      <SentFields {...{ agreed, field }} rail={rails[payment.method]} />
    </ActDialog>
  );
}

const undo = command(paymentsDesk.prepareUndo);

function UndoDialog(props: Props) {
  const { payment, leaving } = props.file;
  const start = { paymentId: payment.id, ...emptyUndo(leaving) };
  const { form, field, busy, submit } = useCommandForm(PrepareUndo, undo, { start, ...useOutcome(props) });
  const chosen = leaving.find(({ id }) => id === form.get('proposalId'));
  return (
    <ActDialog {...shell(props)} says="Ask to undo it" busy={busy} submit={submit}>
      <p className="ink-2">A second person decides. A reference that was recorded stays used for ever.</p>
      <UndoFields
        {...{ leaving, chosen, field }}
        reason={
          <ReasonOf
            reasons={paymentReasons[chosen?.leftId ? 'bounce' : 'undo']}
            code={form.get('reasonCode')}
            {...field('reasonCode')}
          />
        }
      />
    </ActDialog>
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
