import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { statusWord } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api, call } from '../../../../ui/client.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Field, TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import {
  AddNote,
  ConfirmReceived,
  PlainStep,
  PreparePayout,
  PrepareReturn,
  ReasonedStep,
} from '../../../trading/desk/schema.ts';
import { type ReasonedAct, readReason, reasonsFor } from '../../../trading/reasons.ts';
import { deskNotices } from '../../messages.ts';
import { type Act, acts } from './acts.ts';
import type { Case } from './data.ts';
import type { Found } from './found.ts';
import { Frozen, frozenFacts, payoutFacts, returnFacts } from './order-facts.tsx';

/** A step that somebody opened, with the order as they saw it: what they confirm is what they read. */
export type OpenStep = { act: Act; file: Case; found: Found };
type StepProps = { step: OpenStep; onClose: () => void };

const command = <In,>(mutationFn: (input: In) => Promise<{ orderId: string }>) => ({
  mutationOptions: () => ({ mutationFn }),
});

const { desk } = call;
const plain = {
  startProcessing: command(desk.startProcessing),
  approvePayout: command(desk.approvePayout),
  withdrawPreparation: command(desk.withdrawPayout),
  payoutFailed: command(desk.payoutFailed),
  complete: command(desk.complete),
  release: command(desk.release),
  approveReturn: command(desk.approveReturn),
  declineReturn: command(desk.declineReturn),
};
const reasoned = {
  rejectClaim: command(desk.rejectClaim),
  sendBack: command(desk.sendBackPayout),
  fail: command(desk.fail),
  cancel: command(desk.cancel),
  hold: command(desk.hold),
};
const isPlain = (act: Act): act is keyof typeof plain => Object.hasOwn(plain, act);
const isReasoned = (act: Act): act is keyof typeof reasoned => Object.hasOwn(reasoned, act);

/** After a step the newest state is read; after a refusal too, since somebody may have moved the order. */
function useOutcome({ step: { act, file }, onClose }: StepProps) {
  const queries = useQueryClient();
  const reread = () => queries.invalidateQueries({ queryKey: api.desk.key() });
  return {
    done: () => {
      const { title, text } = deskNotices[act];
      onClose();
      // Said once the newest state stands: whoever works by keys goes on at once, and must not hit the old one.
      void reread().finally(() => toastSuccess(title, text.replace('{reference}', file.order.reference)));
    },
    refused: () => {
      void reread();
      return undefined;
    },
  };
}

type ShellProps = StepProps & {
  busy: boolean;
  submit: () => Promise<void>;
  /** What the button says, where it is more than the name of the act. */
  says?: string;
  children: ReactNode;
};

function Shell({ step, onClose, busy, submit, says, children }: ShellProps) {
  const id = useId();
  const { name, grave } = acts[step.act];
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${name}: ${step.file.order.reference}`}
      acts={
        <>
          <Button look="line" onClick={onClose}>
            Back
          </Button>
          <Button type="submit" form={id} look={grave ? 'bad' : 'primary'} busy={busy}>
            {says ?? name}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}

/** What is confirmed, where money or coins move. */
function moved({ act, file }: OpenStep): ReactNode {
  if (file.payout && (act === 'approvePayout' || act === 'approveReturn'))
    return <Frozen facts={frozenFacts(file.payout.frozen)} />;
  return act === 'complete' || act === 'payoutFailed' ? <Frozen facts={payoutFacts(file)} /> : null;
}

const hints: Partial<Record<Act, string>> = {
  approvePayout: 'You approve exactly this. Check the amount and the destination yourself.',
  approveReturn: 'It goes back exactly like this, and the customer is told.',
  complete: 'Only once it left. The customer is told and has the receipt.',
  release: 'The order can be paid out or returned again.',
  withdrawPreparation: 'Nothing is sent. It has to be prepared again.',
  payoutFailed: 'The bank or the chain did not take it. It can be prepared again under another reference.',
};

const noteField = { label: 'Note for staff', aside: 'Optional', rows: 2 };

function PlainDialog(props: StepProps & { act: keyof typeof plain }) {
  const { step, act } = props;
  const start = { orderId: step.file.order.id, note: '' };
  const { field, busy, submit } = useCommandForm(PlainStep, plain[act], { start, ...useOutcome(props) });
  return (
    <Shell {...props} busy={busy} submit={submit}>
      {hints[act] && <p className="ink-2">{hints[act]}</p>}
      {moved(step)}
      <TextField {...noteField} {...field('note')} />
    </Shell>
  );
}

/** The text that belongs to the chosen code, before it is sent. */
function ReasonTexts({ act, code }: { act: ReasonedAct; code: string }) {
  const reason = readReason(act, code);
  if (!reason) return null;
  return (
    <div className="reads">
      <p>
        <b>Customer reads:</b> {reason.customer ?? 'nothing. This stays among staff.'}
      </p>
      <p className="ink-2">
        <b>Staff:</b> {reason.staff}
      </p>
    </div>
  );
}

type ReasonFieldProps = { act: ReasonedAct; code: string } & Omit<
  ComponentProps<typeof SelectField>,
  'label' | 'options'
>;

const ReasonField = ({ act, code, ...field }: ReasonFieldProps) => (
  <div>
    <SelectField
      label="Reason"
      empty="Choose a reason"
      options={reasonsFor(act).map((reason) => ({ value: reason.code, name: statusWord(reason.code) }))}
      {...field}
    />
    <ReasonTexts act={act} code={code} />
  </div>
);

function ReasonedDialog(props: StepProps & { act: keyof typeof reasoned }) {
  const { step, act } = props;
  const reasons = acts[act].reasons ?? 'cancel';
  const start = { orderId: step.file.order.id, reasonCode: '', note: '' };
  const { form, field, busy, submit } = useCommandForm(ReasonedStep, reasoned[act], { start, ...useOutcome(props) });
  return (
    <Shell {...props} busy={busy} submit={submit}>
      <ReasonField act={reasons} code={form.watch('reasonCode')} {...field('reasonCode')} />
      <TextField {...noteField} {...field('note')} />
    </Shell>
  );
}

const receive = command(desk.confirmReceived);

function ReceiveDialog(props: StepProps) {
  const { file, found } = props.step;
  const bought = file.order.side === 'buy';
  const start = {
    orderId: file.order.id,
    reference: found.line,
    amount: found.amount,
    note: found.sender.trim() ? `${bought ? 'Paid by' : 'Sent from'} ${found.sender.trim()}.` : '',
  };
  const { field, busy, submit } = useCommandForm(ConfirmReceived, receive, { start, ...useOutcome(props) });
  return (
    <Shell {...props} busy={busy} submit={submit} says={bought ? 'The money is there' : 'The coins are there'}>
      <Frozen facts={returnFacts(file).slice(0, 1)} />
      <Field
        label={bought ? 'Bank line' : 'Transaction hash'}
        hint={bought ? 'As the bank shows it. A slip is not enough.' : 'As the chain shows it.'}
        autoComplete="off"
        {...field('reference')}
      />
      <Field
        label="Amount that arrived"
        inputMode="decimal"
        autoComplete="off"
        suffix={bought ? file.order.fiat.currency : file.order.coins.symbol}
        {...field('amount')}
      />
      <TextField {...noteField} {...field('note')} />
    </Shell>
  );
}

const prepare = command(desk.preparePayout);

function PrepareDialog(props: StepProps) {
  const { file } = props.step;
  const start = { orderId: file.order.id, reference: '', note: '' };
  const { field, busy, submit } = useCommandForm(PreparePayout, prepare, { start, ...useOutcome(props) });
  const bought = file.order.side === 'buy';
  return (
    <Shell {...props} busy={busy} submit={submit}>
      <p className="ink-2">This is frozen for the second person.</p>
      <Frozen facts={payoutFacts(file)} />
      <Field
        label={bought ? 'Transaction hash' : 'Bank reference'}
        hint="It belongs to this order alone."
        autoComplete="off"
        {...field('reference')}
      />
      <TextField {...noteField} {...field('note')} />
    </Shell>
  );
}

const giveBack = command(desk.prepareReturn);

function ReturnDialog(props: StepProps) {
  const { file } = props.step;
  const start = { orderId: file.order.id, reasonCode: '', reference: '', note: '' };
  const { form, field, busy, submit } = useCommandForm(PrepareReturn, giveBack, { start, ...useOutcome(props) });
  return (
    <Shell {...props} busy={busy} submit={submit}>
      <p className="ink-2">This is frozen for the second person.</p>
      <Frozen facts={returnFacts(file)} />
      <Field
        label={file.order.side === 'buy' ? 'Bank reference' : 'Transaction hash'}
        hint="Under which it goes back. It belongs to this order alone."
        autoComplete="off"
        {...field('reference')}
      />
      <ReasonField act="return" code={form.watch('reasonCode')} {...field('reasonCode')} />
      <TextField {...noteField} {...field('note')} />
    </Shell>
  );
}

const addNote = command(desk.note);

function NoteDialog(props: StepProps) {
  const start = { orderId: props.step.file.order.id, note: '' };
  const { field, busy, submit } = useCommandForm(AddNote, addNote, { start, ...useOutcome(props) });
  return (
    <Shell {...props} busy={busy} submit={submit} says="Add note">
      <TextField label="Note" hint="Only staff reads it." rows={3} {...field('note')} />
    </Shell>
  );
}

/** The form of a step: what moves, the reason where one is needed, a note. It stays open when the step is refused. */
export function StepDialog(props: StepProps) {
  const { act } = props.step;
  if (isPlain(act)) return <PlainDialog {...props} act={act} />;
  if (isReasoned(act)) return <ReasonedDialog {...props} act={act} />;
  if (act === 'preparePayout') return <PrepareDialog {...props} />;
  if (act === 'returnMoney') return <ReturnDialog {...props} />;
  return act === 'note' ? <NoteDialog {...props} /> : <ReceiveDialog {...props} />;
}
