import { z } from 'zod';
import { defineAction } from '../../../ui/admin/define-action.tsx';
import { api } from '../../../ui/client.ts';
import { toastSuccess } from '../../../ui/toast.ts';
import { unfreezeReasons } from '../../accounts/reasons.ts';
import { DecideLink } from '../../kyc/schema.ts';
import { identityNotices } from '../../kyc/staff/screens/notices.ts';
import type { LinkView } from '../../kyc/views.ts';
import { accountNotices } from '../roles/staff-messages.ts';

type UserProps = { userId: string };

const describeOutcome = (notice: keyof typeof accountNotices) => ({
  stale: [api.accounts.customerSessions.key()],
  success: () => toastSuccess(accountNotices[notice]),
});

const Unfreeze = z.object({ userId: z.string(), reasonCode: z.string().min(1, 'Choose a reason') });

export const UnfreezeDialog = defineAction(Unfreeze, api.accounts.unfreeze, ({ userId }: UserProps) => ({
  ...describeOutcome('unfrozen'),
  title: 'Unfreeze payouts',
  confirmLabel: 'Unfreeze payouts',
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
  confirmLabel: 'End all sessions',
  grave: true,
  start: { userId },
  hint: 'The customer is signed out on every device and can sign in again.',
}));

/** `proposalId` is set to decide a colleague's proposal. */
export type LinkDecision = { decision: 'join' | 'apart'; link: LinkView; proposalId?: string };

const linkDecisions = {
  join: {
    title: 'Same person',
    confirmLabel: 'Join accounts',
    hint: 'From now on, all joined accounts share one limit.',
  },
  apart: {
    title: 'Different people',
    confirmLabel: 'Keep separate',
    hint: 'We only ask again if the accounts share another detail.',
  },
} as const;

export const DecideLinkDialog = defineAction(
  DecideLink,
  api.identity.decideLink,
  ({ userId, decision, link: { otherId, name }, proposalId }: UserProps & LinkDecision) => ({
    ...linkDecisions[decision],
    title: `${linkDecisions[decision].title}: ${name}`,
    start: { userId, otherId, decision, note: '', proposalId: proposalId ?? null },
    stale: [api.identity.key()],
    success: ({ state }) => toastSuccess(identityNotices[state === 'proposed' ? 'split_proposed' : state], { name }),
    fields: { note: { label: 'Reason', hint: 'Only staff can see it.', rows: 2, maxLength: 1_000 } },
  }),
);
