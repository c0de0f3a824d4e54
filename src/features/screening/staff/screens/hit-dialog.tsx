import { ActionDialog } from '../../../../ui/admin/action-dialog.tsx';
import { useInvalidate } from '../../../../ui/admin/use-invalidate.ts';
import { api } from '../../../../ui/client.ts';
import { TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { listNotices } from '../../../compliance/notices.ts';
import { confirmReasons, getClearReasons } from '../../reasons.ts';
import { DecideHit } from '../../schema.ts';
import type { HitView } from '../../views.ts';

const decisions = {
  clear: {
    title: 'Not the listed party',
    says: 'Clear',
    text: "The customer is a different person. We won't raise this match again unless their details or the list entry change.",
    reasons: ({ birth }: HitView['details']) => getClearReasons(birth),
  },
  confirm: {
    title: 'Confirm match',
    says: 'Confirm',
    text: "This freezes the customer right away. Orders, payouts and refunds stop until two people unfreeze the account. We don't notify the customer, and the case stays open.",
    reasons: () => confirmReasons,
  },
  leave: {
    title: 'Leave open',
    says: 'Leave open',
    text: 'This ends the proposal. The match still needs a decision.',
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
