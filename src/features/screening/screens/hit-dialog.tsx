import { api } from '../../../ui/client.ts';
import { ActDialog } from '../../../ui/desk/act-dialog.tsx';
import { useReread } from '../../../ui/desk/use-reread.ts';
import { TextField } from '../../../ui/field.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { listNotices } from '../../compliance/desk-messages.ts';
import { clearReasonsFor, confirmReasons } from '../reasons.ts';
import { DecideHit } from '../schema.ts';
import type { HitView } from '../views.ts';

const kinds = {
  clear: {
    title: 'Not this party',
    says: 'Clear',
    text: 'It is another person. The pair is not raised again while the facts of both stay as they are.',
    reasons: ({ birth }: HitView['details']) => clearReasonsFor(birth),
  },
  confirm: {
    title: 'This is the party',
    says: 'Confirm',
    text: 'The customer is frozen at once: no order, pay-out or return of theirs moves, until two people thaw. Nothing is told to them. The case goes on.',
    reasons: () => confirmReasons,
  },
  leave: {
    title: 'Leave it to be decided',
    says: 'Leave it open',
    text: 'What was said waits no more. The match is to be decided, as before.',
    reasons: () => null,
  },
} as const;

export type HitChoice = keyof typeof kinds;

type HitDialogProps = { hit: HitView; decision: HitChoice; onClose: () => void };

const startOf = (hit: HitView, decision: HitChoice) => {
  const about = { hitId: hit.id, note: '' };
  const proposalId = hit.waiting?.proposalId ?? null;
  if (decision === 'clear') return { ...about, decision, proposalId };
  return decision === 'confirm' ? { ...about, decision } : { ...about, decision, proposalId: proposalId ?? '' };
};

/** A coded reason and what was looked at: both are needed. Where it is left open, the note alone. */
export function HitDialog({ hit, decision, onClose }: HitDialogProps) {
  const { tell, refused } = useReread(api.screening.key());
  const { title, says, text, reasons } = kinds[decision];
  const choices = reasons(hit.details);
  const { field, busy, submit } = useCommandForm(DecideHit, api.screening.decideHit, {
    start: startOf(hit, decision),
    done: ({ state }) => {
      onClose();
      const notice = listNotices[state];
      tell(() => toastSuccess(notice, { name: hit.customerName }));
    },
    refused,
  });
  return (
    <ActDialog
      title={`${title}: ${hit.customerName}`}
      says={says}
      grave={decision === 'confirm'}
      busy={busy}
      submit={submit}
      onClose={onClose}
    >
      <p className="ink-2">{text}</p>
      {choices && (
        <SelectField
          label="Reason"
          empty="Choose a reason"
          options={Object.entries(choices).map(([value, name]) => ({ value, name }))}
          {...field('reasonCode')}
        />
      )}
      <TextField
        label="What was looked at"
        hint="At least ten letters. Only staff reads it."
        rows={3}
        {...field('note')}
      />
    </ActDialog>
  );
}
