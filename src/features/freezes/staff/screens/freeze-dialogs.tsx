import { defineAction } from '../../../../ui/admin/define-action.tsx';
import { api } from '../../../../ui/client.ts';
import { describeOutcome } from '../../../compliance/staff/screens/use-action.ts';
import { DecideFrozen, Freeze, ProposeFrozenReturn, ProposeUnfreeze } from '../../schema.ts';
import type { FreezeView, PendingProposal, StoppedMoneyView } from '../../views.ts';

const reasonHint = 'Inspectors can read this. The customer never sees it.';

export const FreezeDialog = defineAction(Freeze, api.compliance.freeze, ({ userId }: { userId: string }) => ({
  ...describeOutcome('frozen'),
  title: 'Freeze the customer',
  confirmLabel: 'Freeze',
  grave: true,
  start: { userId, reason: '' },
  hint: 'Payouts, returns, releases and new orders stop right away. The customer sees a neutral message. Unfreezing takes two people.',
  fields: { reason: { label: 'Reason', hint: reasonHint, rows: 4 } },
}));

export const UnfreezeDialog = defineAction(
  ProposeUnfreeze,
  api.compliance.proposeUnfreeze,
  ({ freeze }: { freeze: FreezeView }) => ({
    ...describeOutcome('unfreezeProposed'),
    title: 'Propose unfreeze',
    confirmLabel: 'Propose',
    start: { freezeId: freeze.id, note: '' },
    hint: 'Another compliance officer decides. Other freezes of this customer stay.',
    fields: { note: { label: 'Reason', hint: reasonHint, rows: 4 } },
  }),
);

type ReturnProps = { order: Pick<StoppedMoneyView, 'id' | 'reference' | 'received'>; stopped: boolean };

export const ReturnDialog = defineAction(
  ProposeFrozenReturn,
  api.compliance.proposeFrozenReturn,
  ({ order, stopped }: ReturnProps) => ({
    ...describeOutcome('frozenReturnProposed', { reference: order.reference }),
    title: `Propose ${stopped ? 'return' : 'release'}: ${order.reference}`,
    confirmLabel: 'Propose',
    start: { orderId: order.id, note: '' },
    hint: `${
      stopped
        ? `${order.received} will go back to where it came from.`
        : 'The order continues or is refunded as usual. The freezes stay.'
    } Another compliance officer decides, then two people from finance carry it out.`,
    fields: { note: { label: 'Reason', hint: reasonHint, rows: 4 } },
  }),
);

type DecideProps = { waiting: PendingProposal; subject: string; decision: 'approve' | 'reject' };

export const DecideDialog = defineAction(
  DecideFrozen,
  api.compliance.decideFrozen,
  ({ waiting, subject, decision }: DecideProps) => {
    const isApproval = decision === 'approve';
    const confirmLabel = isApproval ? 'Approve' : 'Reject';
    return {
      ...describeOutcome(isApproval ? 'frozenApproved' : 'frozenRejected'),
      title: `${confirmLabel}: ${subject}`,
      confirmLabel,
      grave: !isApproval,
      start: { proposalId: waiting.proposalId, decision, note: '' },
      hint: `${waiting.proposedBy}: “${waiting.note}”`,
      fields: {
        note: isApproval ? { label: 'Note', rows: 3 } : { label: 'Reason', hint: reasonHint, rows: 3, maxLength: 500 },
      },
    };
  },
);
