import { useMutation } from '@tanstack/react-query';
import { ActionDialog } from '../../../../ui/admin/action-dialog.tsx';
import { useFormOutcome } from '../../../../ui/admin/use-invalidate.ts';
import { Choice } from '../../../../ui/choice.tsx';
import { api } from '../../../../ui/client.ts';
import { toastRefusal } from '../../../../ui/error-message.ts';
import { TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import type { FormField } from '../../../../ui/form-fields.ts';
import { SelectField } from '../../../../ui/select-field.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { type Verdict, verdicts } from '../../types.ts';
import { verdictTexts } from '../../warning-texts.ts';
import { checkAnswers, checkNames, checks } from '../checklist.ts';
import { findReason, type ScamReason, verdictReasons } from '../reasons.ts';
import { AddCaseNote, JudgeCase } from '../schema.ts';
import { scamStaffNotices } from '../toasts.ts';

type Notice = keyof typeof scamStaffNotices;

export const useOutcomeToast = (what: Notice, onClose: () => void = () => {}) =>
  useFormOutcome([api.scamDesk.key()], { onClose, onSuccess: () => toastSuccess(scamStaffNotices[what]) });

const ReasonPreview = ({ reason }: { reason: ScamReason | undefined }) =>
  reason ? (
    <div className="reads" role="status">
      <p>
        <b>Public text:</b> {reason.publicText}
      </p>
      <p className="ink-2">
        <b>Staff text:</b> {reason.staff}
      </p>
    </div>
  ) : null;

type ReasonProps = FormField & { reasons: readonly ScamReason[]; chosen: string; empty?: string };

export const ReasonField = ({ reasons, chosen, empty = 'Choose a reason', ...field }: ReasonProps) => (
  <>
    <SelectField
      label="Reason"
      emptyLabel={empty}
      options={reasons.map(({ code, staff }) => ({ value: code, name: staff }))}
      {...field}
    />
    <ReasonPreview reason={findReason(reasons, chosen) ?? undefined} />
  </>
);

export function useReview(matterId: string) {
  const { done } = useOutcomeToast('reviewed');
  const { mutate, isPending } = useMutation(
    api.scamDesk.review.mutationOptions({ onSuccess: done, onError: toastRefusal }),
  );
  return { start: () => mutate({ matterId }), busy: isPending };
}

type DialogProps = { matterId: string; onClose: () => void };

export function NoteDialog({ matterId, onClose }: DialogProps) {
  const { field, busy, submit } = useCommandForm(AddCaseNote, api.scamDesk.note, {
    start: { matterId, text: '' },
    ...useOutcomeToast('noted', onClose),
  });
  return (
    <ActionDialog title="Add a note" says="Add note" busy={busy} submit={submit} onClose={onClose}>
      <TextField label="Note" hint="Only staff see this." rows={4} maxLength={2_000} {...field('text')} />
    </ActionDialog>
  );
}

const isVerdict = (text: string): text is Verdict => (verdicts as readonly string[]).includes(text);

export function JudgeDialog({ matterId, onClose }: DialogProps) {
  const start = {
    ...{ matterId, verdict: '' as Verdict, reasonCode: '', note: '' },
    checklist: Object.fromEntries(checkNames.map((name) => [name, ''])) as never,
  };
  const { form, field, busy, submit } = useCommandForm(JudgeCase, api.scamDesk.judge, {
    start,
    ...useOutcomeToast('judged', onClose),
  });
  const { verdict, reasonCode, checklist } = form.values();
  const reasons = isVerdict(verdict) ? verdictReasons[verdict] : [];
  return (
    <ActionDialog title="Judge this case" says="Judge" wide busy={busy} submit={submit} onClose={onClose}>
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
        emptyLabel="Choose a verdict"
        options={verdicts.map((one) => ({ value: one, name: verdictTexts[one].short }))}
        {...field('verdict')}
      />
      <ReasonField
        reasons={reasons}
        chosen={reasonCode}
        empty={reasons.length === 0 ? 'Choose a verdict first' : undefined}
        {...field('reasonCode')}
      />
      <TextField
        label="Basis for the verdict"
        hint="Only staff see this."
        rows={4}
        maxLength={5_000}
        {...field('note')}
      />
    </ActionDialog>
  );
}
