import { ActionDialog } from '../../../ui/admin/action-dialog.tsx';
import { useInvalidate } from '../../../ui/admin/use-invalidate.ts';
import { api } from '../../../ui/client.ts';
import { TextField } from '../../../ui/field.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { listNotices } from '../../compliance/notices.ts';
import { confirmReasons, getClearReasons } from '../reasons.ts';
import { DecideHit } from '../schema.ts';
import type { HitView } from '../views.ts';

const decisions = {
  clear: {
    title: 'Not this party',
    says: 'Clear',
    text: "This is another person. We won't raise this pair again while both sides stay the same.",
    reasons: ({ birth }: HitView['details']) => getClearReasons(birth),
  },
  confirm: {
    title: 'This is the party',
    says: 'Confirm',
    text: "The customer is frozen right away: orders, payouts and returns stop until two people unfreeze. We don't notify the customer. The case stays open.",
    reasons: () => confirmReasons,
  },
  leave: {
    title: 'Leave open',
    says: 'Leave open',
    text: 'The proposal ends. The match stays open for a decision.',
    reasons: () => null,
  },
} as const;

export type HitChoice = keyof typeof decisions;

type HitDialogProps = { hit: HitView; decision: HitChoice; onClose: () => void };

const getStartValues = (hit: HitView, decision: HitChoice) => {
  const values = { hitId: hit.id, note: '' };
  const proposalId = hit.waiting?.proposalId ?? null;
  if (decision === 'clear') return { ...values, decision, proposalId };
  return decision === 'confirm' ? { ...values, decision } : { ...values, decision, proposalId: proposalId ?? '' };
};

export function HitDialog({ hit, decision, onClose }: HitDialogProps) {
  const { afterRefresh, refused } = useInvalidate(api.screening.key());
  const { title, says, text, reasons } = decisions[decision];
  const reasonOptions = reasons(hit.details);
  const { field, busy, submit } = useCommandForm(DecideHit, api.screening.decideHit, {
    start: getStartValues(hit, decision),
    done: ({ state }) => {
      onClose();
      const notice = listNotices[state];
      afterRefresh(() => toastSuccess(notice, { name: hit.customerName }));
    },
    refused,
  });
  return (
    <ActionDialog
      title={`${title}: ${hit.customerName}`}
      says={says}
      grave={decision === 'confirm'}
      busy={busy}
      submit={submit}
      onClose={onClose}
    >
      <p className="ink-2">{text}</p>
      {reasonOptions && (
        <SelectField
          label="Reason"
          emptyLabel="Choose a reason"
          options={Object.entries(reasonOptions).map(([value, name]) => ({ value, name }))}
          {...field('reasonCode')}
        />
      )}
      <TextField label="Evidence" hint="At least 10 characters. For staff only." rows={3} {...field('note')} />
    </ActionDialog>
  );
}
