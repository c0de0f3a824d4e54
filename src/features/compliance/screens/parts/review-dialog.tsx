import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../../ui/client.ts';
import { ActDialog } from '../../../../ui/desk/act-dialog.tsx';
import { Field, TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { riskLevels } from '../../alerts.ts';
import { reviewNotices } from '../../desk-messages.ts';
import { ReviewCustomer } from '../../schema.ts';
import type { CustomerLine } from '../../views.ts';
import { levelWords, proposedReview } from './review-words.ts';

type ReviewDialogProps = { line: CustomerLine; today: string; onClose: () => void };

/** Records that a person looked at a customer: the level they give, when to look again, and what they found. */
export function ReviewDialog({ line, today, onClose }: ReviewDialogProps) {
  const queries = useQueryClient();
  const { customer, level } = line;
  const { form, field, busy, submit } = useCommandForm(ReviewCustomer, api.compliance.reviewCustomer, {
    start: { userId: customer.id, riskLevel: level, nextReviewOn: proposedReview(level, today), note: '' },
    done: () => {
      onClose();
      void queries
        .invalidateQueries({ queryKey: api.compliance.key() })
        .finally(() => toastSuccess(reviewNotices.reviewed, { name: customer.name }));
    },
  });
  const levelField = field('riskLevel');
  return (
    <ActDialog
      title={`Reviewed: ${customer.name}`}
      says="Record the review"
      busy={busy}
      submit={submit}
      onClose={onClose}
    >
      <SelectField
        label="Level"
        options={[...riskLevels].reverse().map((value) => ({ value, name: levelWords[value].text }))}
        {...levelField}
        onChange={(event) => {
          void levelField.onChange(event);
          const chosen = riskLevels.find((each) => each === event.target.value);
          if (chosen) form.set('nextReviewOn', proposedReview(chosen, today));
        }}
      />
      <Field label="Look again on" type="date" min={today} {...field('nextReviewOn')} />
      <TextField label="What was looked at and found" hint="Only staff reads it." rows={3} {...field('note')} />
    </ActDialog>
  );
}
