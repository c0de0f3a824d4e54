import { defineAction } from '../../../../ui/admin/define-action.tsx';
import { Choice } from '../../../../ui/choice.tsx';
import { api } from '../../../../ui/client.ts';
import { TextField } from '../../../../ui/field.tsx';
import type { FormField } from '../../../../ui/form-fields.ts';
import { SelectField } from '../../../../ui/select-field.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { type Verdict, verdicts } from '../../types.ts';
import { verdictTexts } from '../../warning-texts.ts';
import { findReason, type ScamReason, verdictReasons } from '../reasons.ts';
import { AddCaseNote, checkAnswers, checkNames, checks, JudgeCase } from '../schema.ts';
import { scamStaffNotices } from './staff-labels.ts';

export const describeOutcome = (notice: keyof typeof scamStaffNotices) => ({
  stale: [api.scamDesk.key()],
  success: () => toastSuccess(scamStaffNotices[notice]),
});

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

type MatterProps = { matterId: string };

export const NoteDialog = defineAction(AddCaseNote, api.scamDesk.note, ({ matterId }: MatterProps) => ({
  ...describeOutcome('noted'),
  title: 'Add a note',
  says: 'Add note',
  start: { matterId, text: '' },
  fields: { text: { label: 'Note', hint: 'Only staff see this.', rows: 4, maxLength: 2_000 } },
}));

const isVerdict = (text: string): text is Verdict => (verdicts as readonly string[]).includes(text);

const answerOptions = Object.entries(checkAnswers).map(([value, name]) => ({ value, name }));
const verdictOptions = verdicts.map((value) => ({ value, name: verdictTexts[value].short }));

export const JudgeDialog = defineAction(JudgeCase, api.scamDesk.judge, ({ matterId }: MatterProps) => ({
  ...describeOutcome('judged'),
  title: 'Judge this case',
  says: 'Judge',
  wide: true,
  start: {
    ...{ matterId, verdict: '' as Verdict, reasonCode: '', note: '' },
    checklist: Object.fromEntries(checkNames.map((name) => [name, ''])) as never,
  },
  fields: ({ form, field }) => {
    const { verdict, reasonCode, checklist } = form.values();
    const reasons = isVerdict(verdict) ? verdictReasons[verdict] : [];
    return (
      <>
        {checkNames.map((name) => (
          <Choice
            key={name}
            legend={checks[name]}
            options={answerOptions}
            {...field(`checklist.${name}`)}
            value={checklist[name]}
          />
        ))}
        <SelectField label="Verdict" emptyLabel="Choose a verdict" options={verdictOptions} {...field('verdict')} />
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
      </>
    );
  },
}));
