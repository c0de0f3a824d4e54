import { api } from '../../../../ui/client.ts';
import { ActDialog } from '../../../../ui/desk/act-dialog.tsx';
import { useDone } from '../../../../ui/desk/use-reread.ts';
import { Field, TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { RecordCharge } from '../../../cards/schema.ts';
import { moneyNotices } from '../../messages.ts';
import type { OpenCard } from './open-cards.tsx';

/** A charge that stands in the provider's list, for a page of ours. */
export function ChargeDialog({ card, onClose }: { card: OpenCard; onClose: () => void }) {
  const { field, busy, submit } = useCommandForm(RecordCharge, api.cardsDesk.recordCharge, {
    start: { sessionId: card.id, transaction: '', note: '' },
    ...useDone([api.cardsDesk.key(), api.unassigned.key(), api.desk.key()], {
      onClose,
      says: () => toastSuccess(moneyNotices.recordCharge),
    }),
  });
  return (
    <ActDialog title="Record the charge" says="It was charged" busy={busy} submit={submit} onClose={onClose}>
      <p className="ink-2">
        Only where the provider shows {card.amount} as paid for {card.reference}. Each number counts once.
      </p>
      <Field label="Number of the charge" autoComplete="off" {...field('transaction')} />
      <TextField label="Where it is seen" rows={3} {...field('note')} />
    </ActDialog>
  );
}
