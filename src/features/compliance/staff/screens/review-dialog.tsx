import { defineAction } from '../../../../ui/admin/define-action.tsx';
import { api } from '../../../../ui/client.ts';
import { Field, TextField } from '../../../../ui/field.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { getReviewLimit, riskLevels } from '../../alerts.ts';
import { reviewNotices } from '../../notices.ts';
import { ReviewCustomer } from '../../schema.ts';
import type { CustomerLine } from '../../views.ts';
import { levelLabels } from './risk-figure.tsx';

type ReviewProps = { line: CustomerLine; today: string };

const levelOptions = [...riskLevels].reverse().map((value) => ({ value, name: levelLabels[value].text }));

export const ReviewDialog = defineAction(
  ReviewCustomer,
  api.compliance.reviewCustomer,
  ({ line: { customer, level }, today }: ReviewProps) => ({
    title: `Review: ${customer.name}`,
    confirmLabel: 'Save review',
    start: { userId: customer.id, riskLevel: level, nextReviewOn: getReviewLimit(level, today), note: '' },
    stale: [api.compliance.key()],
    success: () => toastSuccess(reviewNotices.reviewed, { name: customer.name }),
    fields: ({ form, field }) => (
      <>
        <SelectField
          label="Level"
          options={levelOptions}
          {...field('riskLevel', (value) => {
            const chosen = riskLevels.find((each) => each === value);
            if (chosen) form.set('nextReviewOn', getReviewLimit(chosen, today));
          })}
        />
        <Field label="Next review" type="date" min={today} {...field('nextReviewOn')} />
        <TextField label="Findings" hint="Visible to staff only." rows={3} {...field('note')} />
      </>
    ),
  }),
);
