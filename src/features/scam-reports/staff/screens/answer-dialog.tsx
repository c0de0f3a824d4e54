import { defineAction } from '../../../../ui/admin/define-action.tsx';
import { api } from '../../../../ui/client.ts';
import { TextField } from '../../../../ui/field.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { appealReasons } from '../reasons.ts';
import { AnswerAppeal } from '../schema.ts';
import { describeOutcome, ReasonField } from './case-dialogs.tsx';
import type { Appeal } from './staff-labels.ts';

const outcomes = [
  { value: 'upheld', name: 'Upheld: the warning is withdrawn' },
  { value: 'dismissed', name: 'Dismissed: the warning stays' },
];

export const AnswerDialog = defineAction(AnswerAppeal, api.scamDesk.answerAppeal, ({ appeal }: { appeal: Appeal }) => ({
  ...describeOutcome('answered'),
  title: 'Answer appeal',
  confirmLabel: 'Send answer',
  wide: true,
  start: { appealId: appeal.id, reasonCode: '', answer: '' },
  fields: ({ form, field }) => {
    const { outcome, reasonCode } = form.values();
    return (
      <>
        <SelectField
          label="Decision"
          emptyLabel="Choose a decision"
          options={outcomes}
          {...field('outcome', () => form.set('reasonCode', ''))}
        />
        <ReasonField reasons={outcome ? appealReasons[outcome] : []} chosen={reasonCode} {...field('reasonCode')} />
        <TextField
          label="Your answer"
          hint="We email this to the person who appealed, below the reason. Don't mention reporters."
          rows={5}
          maxLength={3_000}
          {...field('answer')}
        />
      </>
    );
  },
}));
