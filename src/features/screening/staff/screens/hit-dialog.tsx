import { defineAction } from '../../../../ui/admin/define-action.tsx';
import { api } from '../../../../ui/client.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { listNotices } from '../../../compliance/notices.ts';
import { confirmReasons, getClearReasons } from '../../reasons.ts';
import { DecideHit } from '../../schema.ts';
import type { HitView } from '../../views.ts';

const decisions = {
  clear: {
    title: 'Not the listed party',
    confirmLabel: 'Clear',
    text: "The customer is a different person. We won't raise this match again unless their details or the list entry change.",
    reasons: ({ birth }: HitView['details']) => getClearReasons(birth),
  },
  confirm: {
    title: 'Confirm match',
    confirmLabel: 'Confirm',
    text: "This freezes the customer right away. Orders, payouts and refunds stop until two people unfreeze the account. We don't notify the customer, and the case stays open.",
    reasons: () => confirmReasons,
  },
  leave: {
    title: 'Leave open',
    confirmLabel: 'Leave open',
    text: 'This ends the proposal. The match still needs a decision.',
    reasons: () => null,
  },
} as const;

export type HitChoice = keyof typeof decisions;

type HitProps = { hit: HitView; decision: HitChoice };

const getStartValues = (hit: HitView, decision: HitChoice) => {
  const values = { hitId: hit.id, note: '' };
  const proposalId = hit.waiting?.proposalId ?? null;
  if (decision === 'clear') return { ...values, decision, proposalId };
  return decision === 'confirm' ? { ...values, decision } : { ...values, decision, proposalId: proposalId ?? '' };
};

export const HitDialog = defineAction(DecideHit, api.screening.decideHit, ({ hit, decision }: HitProps) => {
  const { title, confirmLabel, text, reasons } = decisions[decision];
  const reasonOptions = reasons(hit.details);
  return {
    title: `${title}: ${hit.customerName}`,
    confirmLabel,
    grave: decision === 'confirm',
    start: getStartValues(hit, decision),
    stale: [api.screening.key()],
    success: ({ state }) => {
      const notice = listNotices[state];
      toastSuccess(notice, { name: hit.customerName });
    },
    hint: text,
    fields: {
      reasonCode: reasonOptions && {
        label: 'Reason',
        emptyLabel: 'Choose a reason',
        options: Object.entries(reasonOptions).map(([value, name]) => ({ value, name })),
      },
      note: { label: 'Evidence', hint: 'At least 10 characters. For staff only.', rows: 3 },
    },
  };
});
