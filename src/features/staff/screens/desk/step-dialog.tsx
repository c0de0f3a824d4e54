import type { ReactNode } from 'react';
import { call } from '../../../../ui/client.ts';
import { ActDialog } from '../../../../ui/desk/act-dialog.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { AddNote } from '../../../trading/desk/schema.ts';
import { reasonsFor } from '../../../trading/order/reasons.ts';
import { command, NoteForm, ReasonForm } from './act-forms.tsx';
import { type Act, acts } from './acts.ts';
import { sourceFacts } from './eyes.tsx';
import { ReceiveDialog, ReturnDialog, SentDialog, TakeOffDialog, UndoDialog } from './money-dialogs.tsx';
import { Frozen, frozenFacts, payoutFacts } from './order-facts.tsx';
import { type OpenStep, type StepProps, useShell } from './step-shell.tsx';

const { desk } = call;
const plain = {
  startProcessing: desk.startProcessing,
  preparePayout: desk.preparePayout,
  release: desk.release,
};
const answers = {
  approvePayout: desk.approvePayout,
  withdrawPreparation: desk.withdrawPayout,
  approveReturn: desk.approveReturn,
  declineReturn: desk.declineReturn,
  approveUndo: desk.approveUndo,
  declineUndo: desk.declineUndo,
};
const reasoned = {
  rejectClaim: desk.rejectClaim,
  fail: desk.fail,
  cancel: desk.cancel,
  hold: desk.hold,
};
const isPlain = (act: Act): act is keyof typeof plain => Object.hasOwn(plain, act);
const isAnswer = (act: Act): act is keyof typeof answers => Object.hasOwn(answers, act);
const isReasoned = (act: Act): act is keyof typeof reasoned => Object.hasOwn(reasoned, act);

/** What is confirmed, where money or coins move, and what of the order's money came from unassigned. */
function moved({ act, file }: OpenStep): ReactNode {
  const from = sourceFacts(file);
  if (file.waiting && act.startsWith('approve'))
    return <Frozen facts={[...frozenFacts(file.waiting.frozen), ...from]} />;
  return act === 'preparePayout' ? <Frozen facts={[...payoutFacts(file), ...from]} /> : null;
}

const hints: Partial<Record<Act, string>> = {
  approvePayout: 'You approve exactly this. Check the amount and the destination yourself.',
  preparePayout: 'This is frozen for the second person. Nothing is sent before they agreed.',
  approveReturn: 'You approve exactly this. It is sent after that, and recorded.',
  approveUndo: 'Look where it is said to be seen. A reference that was recorded stays used for ever.',
  release: 'The order can be paid out or returned again.',
  withdrawPreparation: 'Nothing is sent. It has to be prepared again.',
};

function PlainDialog(props: StepProps & { act: keyof typeof plain }) {
  const { step, act } = props;
  const orderId = step.file.order.id;
  return (
    <NoteForm around={useShell(props)} send={({ note }) => plain[act]({ orderId, note })} hint={hints[act]}>
      {moved(step)}
    </NoteForm>
  );
}

/** What waits, as it stood when the dialog opened: another that took its place meanwhile is not decided. */
const readIn = ({ file: { order, waiting } }: OpenStep) => ({ orderId: order.id, proposalId: waiting?.id ?? '' });

function AnswerDialog(props: StepProps & { act: keyof typeof answers }) {
  const { step, act } = props;
  const rejects = act.startsWith('decline') && step.file.waiting?.mine === false;
  const send = (typed: { note?: string }) => answers[act]({ ...readIn(step), ...typed });
  return (
    <NoteForm around={useShell(props)} {...{ send, rejects }} hint={hints[act]}>
      {moved(step)}
    </NoteForm>
  );
}

const SendBackDialog = (props: StepProps) => (
  <ReasonForm
    around={useShell(props)}
    send={(typed) => desk.sendBackPayout({ ...readIn(props.step), ...typed })}
    reasons={reasonsFor('send_back')}
  />
);

function ReasonedDialog(props: StepProps & { act: keyof typeof reasoned }) {
  const { step, act } = props;
  return (
    <ReasonForm
      around={useShell(props)}
      send={(typed) => reasoned[act]({ orderId: step.file.order.id, ...typed })}
      reasons={reasonsFor(acts[act].reasons ?? 'cancel')}
    />
  );
}

const addNote = command(desk.note);

function NoteDialog(props: StepProps) {
  const { dialog, outcome } = useShell(props, 'Add note');
  const start = { orderId: props.step.file.order.id, note: '' };
  const { field, busy, submit } = useCommandForm(AddNote, addNote, { start, ...outcome });
  return (
    <ActDialog {...dialog} busy={busy} submit={submit}>
      <TextField label="Note" hint="Only staff reads it." rows={3} {...field('note')} />
    </ActDialog>
  );
}

/** The form of a step: what moves, the reason where one is needed, a note. It stays open when the step is refused. */
export function StepDialog(props: StepProps) {
  const { act } = props.step;
  if (isPlain(act)) return <PlainDialog {...props} act={act} />;
  if (isAnswer(act)) return <AnswerDialog {...props} act={act} />;
  if (act === 'sendBack') return <SendBackDialog {...props} />;
  if (isReasoned(act)) return <ReasonedDialog {...props} act={act} />;
  if (act === 'complete' || act === 'recordReturned') return <SentDialog {...props} act={act} />;
  if (act === 'returnMoney') return <ReturnDialog {...props} />;
  if (act === 'undoPayIn') return <TakeOffDialog {...props} />;
  if (act === 'prepareUndo') return <UndoDialog {...props} />;
  return act === 'note' ? <NoteDialog {...props} /> : <ReceiveDialog {...props} />;
}
