import { defineAction } from '../../../../ui/admin/define-action.tsx';
import { Choice } from '../../../../ui/choice.tsx';
import { api } from '../../../../ui/client.ts';
import { TextField } from '../../../../ui/field.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { type Verdict, verdicts } from '../../types.ts';
import { verdictTexts } from '../../warning-texts.ts';
import { verdictReasons } from '../reasons.ts';
import { checkAnswers, checkNames, checks, JudgeCase } from '../schema.ts';
import { describeOutcome, ReasonField } from './case-dialogs.tsx';

const isVerdict = (text: string): text is Verdict => (verdicts as readonly string[]).includes(text);

const answerOptions = Object.entries(checkAnswers).map(([value, name]) => ({ value, name }));
const verdictOptions = verdicts.map((value) => ({ value, name: verdictTexts[value].short }));

export const JudgeDialog = defineAction(JudgeCase, api.scamDesk.saveVerdict, ({ caseId }: { caseId: string }) => ({
  ...describeOutcome('judged'),
  title: 'Judge this case',
  confirmLabel: 'Judge',
  wide: true,
  start: {
    caseId,
    verdict: '' as Verdict,
    reasonCode: '',
    note: '',
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
