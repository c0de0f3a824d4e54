import { useQueryClient } from '@tanstack/react-query';
import { ActionDialog } from '../../../../../ui/admin/action-dialog.tsx';
import { api } from '../../../../../ui/client.ts';
import { Field, TextField } from '../../../../../ui/field.tsx';
import { useCommandForm } from '../../../../../ui/form.tsx';
import { SelectField } from '../../../../../ui/select-field.tsx';
import { toastSuccess } from '../../../../../ui/toast.ts';
import { riskLevels } from '../../../alerts.ts';
import { reviewNotices } from '../../../notices.ts';
import { ReviewCustomer } from '../../../schema.ts';
import type { CustomerLine } from '../../../views.ts';
import { levelLabels, proposeReviewDay } from './review-labels.ts';

type ReviewDialogProps = { line: CustomerLine; today: string; onClose: () => void };

export function ReviewDialog({ line, today, onClose }: ReviewDialogProps) {
  const queries = useQueryClient();
  const { customer, level } = line;
  const { form, field, busy, submit } = useCommandForm(ReviewCustomer, api.compliance.reviewCustomer, {
    start: { userId: customer.id, riskLevel: level, nextReviewOn: proposeReviewDay(level, today), note: '' },
    done: () => {
      onClose();
      void queries
        .invalidateQueries({ queryKey: api.compliance.key() })
        .finally(() => toastSuccess(reviewNotices.reviewed, { name: customer.name }));
    },
  });
  const levelField = field('riskLevel');
  return (
    <ActionDialog title={`Review: ${customer.name}`} says="Save review" busy={busy} submit={submit} onClose={onClose}>
      <SelectField
        label="Level"
        options={[...riskLevels].reverse().map((value) => ({ value, name: levelLabels[value].text }))}
        {...levelField}
        onChange={(event) => {
          void levelField.onChange(event);
          const chosen = riskLevels.find((each) => each === event.target.value);
          if (chosen) form.set('nextReviewOn', proposeReviewDay(chosen, today));
        }}
      />
      <Field label="Next review" type="date" min={today} {...field('nextReviewOn')} />
      <TextField label="Findings" hint="Visible to staff only." rows={3} {...field('note')} />
    </ActionDialog>
  );
}
