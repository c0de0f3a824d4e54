import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { Choice } from '../../../ui/choice.tsx';
import { api } from '../../../ui/client.ts';
import { ActDialog } from '../../../ui/desk/act-dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { type Notice, toastSuccess } from '../../../ui/toast.ts';
import { launchDeskNotices, launchDeskWords } from '../desk-messages.ts';
import { Ask, Decide, Declare, MarkPart } from '../desk-schema.ts';
import { type Outcome, outcomes } from '../outcomes.ts';
import { launchReasons, readLaunchReason } from '../reasons.ts';
import { type Part, parts, rubric, scores, unmarked } from '../rubric.ts';
import type { DeskLaunch } from '../shapes.ts';
import type { LaunchAct } from './one-launch.tsx';

type Acting = { readonly submissionId: string; readonly launch: DeskLaunch; readonly onClose: () => void };

/** Tells what was done, and closes once the launch was read anew: what opens next knows of it. */
function useDone(onClose: () => void) {
  const queries = useQueryClient();
  const [leaving, setLeaving] = useState(false);
  const done = (notice: Notice) => {
    toastSuccess({ title: notice.title, ...(notice.text !== undefined && { text: notice.text }) });
    setLeaving(true);
    void queries.invalidateQueries({ queryKey: api.launchesDesk.key() }).finally(onClose);
  };
  return { done, leaving };
}

function AskDialog({ submissionId, onClose }: Acting) {
  const { done, leaving } = useDone(onClose);
  const { field, submit, busy } = useCommandForm(Ask, api.launchesDesk.ask, {
    start: { submissionId, question: '' },
    done: () => done(launchDeskNotices.asked),
  });
  return (
    <ActDialog title="Ask the founder" says="Ask" busy={busy || leaving} submit={submit} onClose={onClose}>
      <TextField
        label="Question"
        hint="The founder reads it as it stands. It waits for them until they answer."
        rows={4}
        maxLength={2_000}
        {...field('question')}
      />
    </ActDialog>
  );
}

const DeclareInForm = z
  .strictObject({ interest: z.enum(['none', 'some'], 'Choose one'), words: z.string().trim().max(1_000) })
  .superRefine(({ interest, words }, { addIssue }) => {
    if (interest === 'some' && words.length < 10)
      addIssue({ code: 'custom', path: ['words'], message: 'Say in a sentence what your interest is' });
  });

function DeclareDialog({ submissionId, launch, onClose }: Acting) {
  const { done, leaving } = useDone(onClose);
  const again = launch.may.declared === false;
  const { form, field, submit, busy } = useCommandForm(DeclareInForm, api.launchesDesk.declare, {
    start: { interest: again ? 'some' : '', words: '' } as never,
    body: ({ interest, words }) => Declare.parse({ submissionId, conflict: interest === 'some', words }),
    done: () => done(launchDeskNotices.declared),
  });
  return (
    <ActDialog
      title="Interest in this project"
      says="Write it down"
      busy={busy || leaving}
      submit={submit}
      onClose={onClose}
    >
      <p className="ink-2">
        You, your family or your friends gain by it, work for it or hold its coins. Whoever has an interest judges
        nothing here, and it is not taken back.
      </p>
      {!again && (
        <Choice
          legend="Do you have an interest?"
          options={[
            { value: 'none', name: 'None' },
            { value: 'some', name: 'I have one' },
          ]}
          {...field('interest')}
          value={form.values().interest}
        />
      )}
      <TextField label="In your words" aside="With an interest" rows={3} maxLength={1_000} {...field('words')} />
    </ActDialog>
  );
}

const MarkInForm = z.strictObject({
  part: z.enum(parts),
  score: z.string().min(1, 'Choose a score'),
  note: MarkPart.shape.note,
});

function MarkDialog({ submissionId, launch, onClose }: Acting) {
  const { done, leaving } = useDone(onClose);
  const first = unmarked(launch.marks)[0] ?? 'team';
  const stood = (part: Part) => launch.marks.find((mark) => mark.part === part);
  const { form, field, submit, busy } = useCommandForm(MarkInForm, api.launchesDesk.mark, {
    start: { part: first, score: '', note: '' },
    body: ({ score, ...values }) => MarkPart.parse({ submissionId, ...values, score: Number(score) }),
    done: (_out, { part, score }) =>
      done({
        title: launchDeskNotices.marked.title,
        text: `${rubric[part].name}: ${score} of 5.`,
      }),
  });
  const { part, score } = form.values();
  const before = stood(part);
  return (
    <ActDialog title="Mark a part" says="Mark" busy={busy || leaving} submit={submit} onClose={onClose}>
      <SelectField
        label="Part"
        options={parts.map((value) => ({ value, name: `${rubric[value].name}${stood(value) ? ' (marked)' : ''}` }))}
        {...field('part')}
      />
      <p className="ink-2">{rubric[part].asks}</p>
      {before && <p className="ink-2">It stands at {before.score} of 5. Your mark takes its place.</p>}
      <Choice
        legend="Score"
        options={scores.map(([value, says]) => ({ value: String(value), name: says, end: String(value) }))}
        {...field('score')}
        value={score}
      />
      <TextField label="Why" rows={3} maxLength={2_000} {...field('note')} />
    </ActDialog>
  );
}

const DecideInForm = Decide.omit({ submissionId: true }).extend({ outcome: z.enum(outcomes, 'Choose one') });

function DecideDialog({ submissionId, onClose }: Acting) {
  const { done, leaving } = useDone(onClose);
  const [shown, setShown] = useState<Outcome | null>(null);
  const { form, field, submit, busy } = useCommandForm(DecideInForm, api.launchesDesk.decide, {
    start: { outcome: '', reasonCode: '', note: '' } as never,
    body: (values) => Decide.parse({ submissionId, ...values }),
    done: () => done(launchDeskNotices.decided),
  });
  const { reasonCode } = form.values();
  const reason = shown && readLaunchReason(shown, reasonCode);
  return (
    <ActDialog title="Decide" says="Decide" busy={busy || leaving} submit={submit} onClose={onClose} wide>
      <Choice
        legend="Decision"
        options={outcomes.map((value) => ({ value, name: launchDeskWords[value] }))}
        {...field('outcome', (value) => {
          form.set('reasonCode', '');
          setShown(value as Outcome);
        })}
        value={form.values().outcome}
      />
      {shown && (
        <SelectField
          label="Reason"
          empty="Choose"
          options={launchReasons[shown].map(({ code, staff }) => ({ value: code, name: staff }))}
          {...field('reasonCode')}
        />
      )}
      {reason && <p className="ink-2">The founder reads: {reason.customer}</p>}
      <TextField label="Note" aside="For staff, optional" rows={3} maxLength={2_000} {...field('note')} />
      <p className="ink-2">It is final, and lists nothing for trade.</p>
    </ActDialog>
  );
}

const dialogs = { ask: AskDialog, declare: DeclareDialog, mark: MarkDialog, decide: DecideDialog };

/** The form of one act on a launch. */
export function LaunchDialog({ act, ...acting }: Acting & { act: LaunchAct }) {
  const Shown = dialogs[act];
  return <Shown {...acting} />;
}
