import { useMutation } from '@tanstack/react-query';
import { Choice } from '../../../ui/choice.tsx';
import { api } from '../../../ui/client.ts';
import { ActDialog } from '../../../ui/desk/act-dialog.tsx';
import { useDone } from '../../../ui/desk/use-reread.ts';
import { TextField } from '../../../ui/field.tsx';
import type { HeldField } from '../../../ui/fields.ts';
import { useCommandForm } from '../../../ui/form.tsx';
import { toastRefusal } from '../../../ui/refusal-words.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { checkAnswers, checkNames, checks } from '../desk/checklist.ts';
import { scamDeskNotices } from '../desk/desk-notices.ts';
import { JudgeMatter, NoteMatter } from '../desk/desk-schema.ts';
import { reasonIn, type ScamReason, verdictReasons } from '../desk/reasons.ts';
import { type Verdict, verdicts } from '../shapes.ts';
import { verdictWords } from '../warning-words.ts';

type Notice = keyof typeof scamDeskNotices;

/** After an act: the newest state is read, and it is told. */
export const useTold = (what: Notice, onClose: () => void = () => {}) =>
  useDone([api.scamDesk.key()], { onClose, says: () => toastSuccess(scamDeskNotices[what]) });

/** What others read of a reason, and what staff do: said before anything is sent. */
const ReasonReads = ({ reason }: { reason: ScamReason | undefined }) =>
  reason ? (
    <div className="reads" role="status">
      <p>
        <b>Others read:</b> {reason.told}
      </p>
      <p className="ink-2">
        <b>Staff:</b> {reason.staff}
      </p>
    </div>
  ) : null;

type ReasonProps = HeldField & { reasons: readonly ScamReason[]; chosen: string; empty?: string };

/** A reason out of a list, with what it says. */
export const ReasonField = ({ reasons, chosen, empty = 'Choose a reason', ...field }: ReasonProps) => (
  <>
    <SelectField
      label="Reason"
      empty={empty}
      options={reasons.map(({ code, staff }) => ({ value: code, name: staff }))}
      {...field}
    />
    <ReasonReads reason={reasonIn(reasons, chosen) ?? undefined} />
  </>
);

/** Everything new of a matter is being looked at. */
export function useReview(matterId: string) {
  const { done } = useTold('reviewed');
  const { mutate, isPending } = useMutation(
    api.scamDesk.review.mutationOptions({ onSuccess: done, onError: toastRefusal }),
  );
  return { start: () => mutate({ matterId }), busy: isPending };
}

type DialogProps = { matterId: string; onClose: () => void };

export function NoteDialog({ matterId, onClose }: DialogProps) {
  const { field, busy, submit } = useCommandForm(NoteMatter, api.scamDesk.note, {
    start: { matterId, text: '' },
    ...useTold('noted', onClose),
  });
  return (
    <ActDialog title="Note" says="Note it" busy={busy} submit={submit} onClose={onClose}>
      <TextField label="Note" hint="Staff read it." rows={4} maxLength={2_000} {...field('text')} />
    </ActDialog>
  );
}

const isVerdict = (text: string): text is Verdict => (verdicts as readonly string[]).includes(text);

/** The checklist, the verdict, why, and a note. */
export function JudgeDialog({ matterId, onClose }: DialogProps) {
  const start = {
    ...{ matterId, verdict: '' as Verdict, reasonCode: '', note: '' },
    checklist: Object.fromEntries(checkNames.map((name) => [name, ''])) as never,
  };
  const { form, field, busy, submit } = useCommandForm(JudgeMatter, api.scamDesk.judge, {
    start,
    ...useTold('judged', onClose),
  });
  const { verdict, reasonCode, checklist } = form.values();
  const reasons = isVerdict(verdict) ? verdictReasons[verdict] : [];
  return (
    <ActDialog title="Judge this matter" says="Judge" wide busy={busy} submit={submit} onClose={onClose}>
      {checkNames.map((name) => (
        <Choice
          key={name}
          legend={checks[name]}
          options={Object.entries(checkAnswers).map(([value, text]) => ({ value, name: text }))}
          {...field(`checklist.${name}`)}
          value={checklist[name]}
        />
      ))}
      <SelectField
        label="Verdict"
        empty="Choose a verdict"
        options={verdicts.map((one) => ({ value: one, name: verdictWords[one].short }))}
        {...field('verdict')}
      />
      <ReasonField
        reasons={reasons}
        chosen={reasonCode}
        empty={reasons.length === 0 ? 'Choose a verdict first' : undefined}
        {...field('reasonCode')}
      />
      <TextField label="What it stands on" hint="Staff read it." rows={4} maxLength={5_000} {...field('note')} />
    </ActDialog>
  );
}
