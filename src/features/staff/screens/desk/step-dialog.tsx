import type { ReactNode } from 'react';
import { call } from '../../../../ui/client.ts';
import { TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { WhyRejected } from '../../../approvals/schema.ts';
import { AddNote, AnswerStep, PlainStep, ReasonedStep, SendBack } from '../../../trading/desk/schema.ts';
import { type Act, acts } from './acts.ts';
import { sourceFacts } from './eyes.tsx';
import { ReceiveDialog, ReturnDialog, SentDialog, TakeOffDialog, UndoDialog } from './money-dialogs.tsx';
import { Frozen, frozenFacts, payoutFacts } from './order-facts.tsx';
import {
  command,
  noteField,
  type OpenStep,
  ReasonField,
  Shell,
  type StepProps,
  useOutcome,
  whyField,
} from './step-shell.tsx';

const { desk } = call;
const plain = {
  startProcessing: command(desk.startProcessing),
  preparePayout: command(desk.preparePayout),
  release: command(desk.release),
};
const answers = {
  approvePayout: command(desk.approvePayout),
  withdrawPreparation: command(desk.withdrawPayout),
  approveReturn: command(desk.approveReturn),
  declineReturn: command(desk.declineReturn),
  approveUndo: command(desk.approveUndo),
  declineUndo: command(desk.declineUndo),
};
const reasoned = {
  rejectClaim: command(desk.rejectClaim),
  fail: command(desk.fail),
  cancel: command(desk.cancel),
  hold: command(desk.hold),
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

/** What waits, as it stood when the dialog opened: another that took its place meanwhile is not decided. */
const readIn = ({ file: { order, waiting } }: OpenStep) => ({ orderId: order.id, proposalId: waiting?.id ?? '' });

/** Whoever takes off the table what another asked for rejects it, and says why. */
const Rejecting = AnswerStep.extend({ note: WhyRejected });

function AnswerDialog(props: StepProps & { act: keyof typeof answers }) {
  const { step, act } = props;
  const rejects = act.startsWith('decline') && step.file.waiting?.mine === false;
  const start = { ...readIn(step), note: '' };
  const { field, busy, submit } = useCommandForm(rejects ? Rejecting : AnswerStep, answers[act], {
    start,
    ...useOutcome(props),
  });
  return (
    <Shell {...props} busy={busy} submit={submit}>
      {hints[act] && <p className="ink-2">{hints[act]}</p>}
      {moved(step)}
      <TextField {...(rejects ? whyField : noteField)} {...field('note')} />
    </Shell>
  );
}

const sendBack = command(desk.sendBackPayout);

function SendBackDialog(props: StepProps) {
  const start = { ...readIn(props.step), reasonCode: '', note: '' };
  const { form, field, busy, submit } = useCommandForm(SendBack, sendBack, { start, ...useOutcome(props) });
  return (
    <Shell {...props} busy={busy} submit={submit}>
      <ReasonField act="send_back" code={form.get('reasonCode')} {...field('reasonCode')} />
      <TextField {...noteField} {...field('note')} />
    </Shell>
  );
}

function ReasonedDialog(props: StepProps & { act: keyof typeof reasoned }) {
  const { step, act } = props;
  const reasons = acts[act].reasons ?? 'cancel';
  const start = { orderId: step.file.order.id, reasonCode: '', note: '' };
  const { form, field, busy, submit } = useCommandForm(ReasonedStep, reasoned[act], { start, ...useOutcome(props) });
  return (
    <Shell {...props} busy={busy} submit={submit}>
      <ReasonField act={reasons} code={form.get('reasonCode')} {...field('reasonCode')} />
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
  if (isAnswer(act)) return <AnswerDialog {...props} act={act} />;
  if (act === 'sendBack') return <SendBackDialog {...props} />;
  if (isReasoned(act)) return <ReasonedDialog {...props} act={act} />;
  if (act === 'complete' || act === 'recordReturned') return <SentDialog {...props} act={act} />;
  if (act === 'returnMoney') return <ReturnDialog {...props} />;
  if (act === 'undoPayIn') return <TakeOffDialog {...props} />;
  if (act === 'prepareUndo') return <UndoDialog {...props} />;
  return act === 'note' ? <NoteDialog {...props} /> : <ReceiveDialog {...props} />;
}
