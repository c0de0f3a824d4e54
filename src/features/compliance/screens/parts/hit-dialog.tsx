import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../../ui/client.ts';
import { TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { clearReasonsFor, confirmReasons } from '../../../screening/reasons.ts';
import { DecideHit } from '../../../screening/schema.ts';
import type { HitView } from '../../../screening/views.ts';
import { listNotices } from '../../desk-messages.ts';
import { ActDialog } from './act-dialog.tsx';

const kinds = {
  clear: {
    title: 'Not this party',
    says: 'Clear',
    text: 'It is another person. The pair is not raised again while the facts of both stay as they are.',
    reasons: ({ birth }: HitView['details']) => clearReasonsFor(birth),
    notice: listNotices.cleared,
  },
  confirm: {
    title: 'This is the party',
    says: 'Confirm',
    text: 'The customer is frozen at once: no order, pay-out or return of theirs moves, until two people thaw. Nothing is told to them. The case goes on.',
    reasons: () => confirmReasons,
    notice: listNotices.confirmed,
  },
} as const;

type HitDialogProps = { hit: HitView; decision: 'clear' | 'confirm'; onClose: () => void };

/** A coded reason and what was looked at: both are needed. */
export function HitDialog({ hit, decision, onClose }: HitDialogProps) {
  const queries = useQueryClient();
  const { title, says, text, reasons, notice } = kinds[decision];
  const reread = () => queries.invalidateQueries({ queryKey: api.screening.key() });
  const { field, busy, submit } = useCommandForm(DecideHit, api.screening.decideHit, {
    start: { hitId: hit.id, decision, note: '' },
    done: () => {
      onClose();
      void reread().finally(() => toastSuccess(notice.title, notice.text.replace('{name}', hit.customerName)));
    },
    refused: () => {
      void reread();
      return undefined;
    },
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
      <SelectField
        label="Reason"
        empty="Choose a reason"
        options={Object.entries(reasons(hit.details)).map(([value, name]) => ({ value, name }))}
        {...field('reasonCode')}
      />
      <TextField
        label="What was looked at"
        hint="At least ten letters. Only staff reads it."
        rows={3}
        {...field('note')}
      />
    </ActDialog>
  );
}
