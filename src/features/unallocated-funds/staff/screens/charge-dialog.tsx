import { ActionDialog } from '../../../../ui/admin/action-dialog.tsx';
import { useFormOutcome } from '../../../../ui/admin/use-invalidate.ts';
import { api, type call } from '../../../../ui/client.ts';
import { Field, TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { RecordCharge } from '../../../payments/cards/schema.ts';
import { moneyNotices } from './notices.ts';

export type OpenCard = Awaited<ReturnType<typeof call.cardsDesk.listOpen>>['open'][number];

/** Records a charge from the card provider's list. */
export function ChargeDialog({ card, onClose }: { card: OpenCard; onClose: () => void }) {
  const { field, busy, submit } = useCommandForm(RecordCharge, api.cardsDesk.recordCharge, {
    start: { sessionId: card.id, transaction: '', note: '' },
    ...useFormOutcome([api.cardsDesk.key(), api.unassigned.key(), api.desk.key()], {
      onClose,
      onSuccess: () => toastSuccess(moneyNotices.recordCharge),
    }),
  });
  return (
    <ActionDialog title="Record a charge" says="Record charge" busy={busy} submit={submit} onClose={onClose}>
      <p className="ink-2">
        Record a charge only if the provider shows {card.amount} as paid for {card.reference}. Each charge number can be
        used once.
      </p>
      <Field label="Charge number" autoComplete="off" {...field('transaction')} />
      <TextField label="Evidence" rows={3} {...field('note')} />
    </ActionDialog>
  );
}
