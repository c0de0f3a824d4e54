import { z } from 'zod';
import { defineAction } from '../../../ui/admin/define-action.tsx';
import { api } from '../../../ui/client.ts';
import { toastSuccess } from '../../../ui/toast.ts';
import { unfreezeReasons } from '../../accounts/reasons.ts';
import { accountNotices } from '../roles/staff-messages.ts';

type UserProps = { userId: string };

const describeOutcome = (notice: keyof typeof accountNotices) => ({
  stale: [api.accounts.customerSessions.key()],
  success: () => toastSuccess(accountNotices[notice]),
});

const Unfreeze = z.object({ userId: z.string(), reasonCode: z.string().min(1, 'Choose a reason') });

/** Unfreezes payouts after a reported sign-in. */
export const UnfreezeDialog = defineAction(Unfreeze, api.accounts.unfreeze, ({ userId }: UserProps) => ({
  ...describeOutcome('unfrozen'),
  title: 'Unfreeze payouts',
  says: 'Unfreeze payouts',
  start: { userId, reasonCode: '' },
  fields: {
    reasonCode: {
      label: 'Reason',
      emptyLabel: 'Choose a reason',
      options: Object.entries(unfreezeReasons).map(([value, name]) => ({ value, name })),
    },
  },
}));

const OneUser = z.object({ userId: z.string() });

export const EndDialog = defineAction(OneUser, api.accounts.endCustomerSessions, ({ userId }: UserProps) => ({
  ...describeOutcome('sessionsEnded'),
  title: 'End all sessions',
  says: 'End all sessions',
  grave: true,
  start: { userId },
  hint: 'The customer is signed out on every device and can sign in again.',
}));
