import { defineAction } from '../../../../ui/admin/define-action.tsx';
import { api, type call } from '../../../../ui/client.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { RecordCharge } from '../../../payments/cards/schema.ts';
import { moneyNotices } from './notices.ts';

export type OpenCard = Awaited<ReturnType<typeof call.cardsDesk.listOpen>>['open'][number];

export const ChargeDialog = defineAction(RecordCharge, api.cardsDesk.recordCharge, ({ card }: { card: OpenCard }) => ({
  title: 'Record a charge',
  confirmLabel: 'Record charge',
  start: { sessionId: card.id, transaction: '', note: '' },
  stale: [api.cardsDesk.key(), api.unallocated.key(), api.desk.key()],
  success: () => toastSuccess(moneyNotices.recordCharge),
  hint: `Record a charge only if the provider shows ${card.amount} as paid for ${card.reference}. Each charge number can be used once.`,
  fields: {
    transaction: { label: 'Charge number', autoComplete: 'off' },
    note: { label: 'Evidence', rows: 3 },
  },
}));
