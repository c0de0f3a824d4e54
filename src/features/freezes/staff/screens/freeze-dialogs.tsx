import { ActionDialog } from '../../../../ui/admin/action-dialog.tsx';
import { api } from '../../../../ui/client.ts';
import { TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { useFormOutcome } from '../../../compliance/staff/screens/parts/use-action.ts';
import { DecideFrozen, Freeze, ProposeFrozenReturn, ProposeUnfreeze } from '../../schema.ts';
import type { FreezeView, PendingProposal, StoppedMoneyView } from '../../views.ts';

const reasonHint = 'Inspectors can read this. The customer never sees it.';

export function FreezeDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const { field, busy, submit } = useCommandForm(Freeze, api.compliance.freeze, {
    start: { userId, reason: '' },
    ...useFormOutcome({ says: 'frozen', params: {}, onClose }),
  });
  return (
    <ActionDialog title="Freeze the customer" says="Freeze" grave {...{ busy, submit, onClose }}>
      <p className="ink-2">
        Payouts, returns, releases and new orders stop right away. The customer sees a neutral message. Unfreezing takes
        two people.
      </p>
      <TextField label="Reason" hint={reasonHint} rows={4} {...field('reason')} />
    </ActionDialog>
  );
}

export function UnfreezeDialog({ freeze, onClose }: { freeze: FreezeView; onClose: () => void }) {
  const { field, busy, submit } = useCommandForm(ProposeUnfreeze, api.compliance.proposeUnfreeze, {
    start: { freezeId: freeze.id, note: '' },
    ...useFormOutcome({ says: 'unfreezeProposed', params: {}, onClose }),
  });
  return (
    <ActionDialog title="Propose unfreeze" says="Propose" {...{ busy, submit, onClose }}>
      <p className="ink-2">Another compliance officer decides. Other freezes of this customer stay.</p>
      <TextField label="Reason" hint={reasonHint} rows={4} {...field('note')} />
    </ActionDialog>
  );
}

type ReturnProps = {
  order: Pick<StoppedMoneyView, 'id' | 'reference' | 'received'>;
  stopped: boolean;
  onClose: () => void;
};

export function ReturnDialog({ order, stopped, onClose }: ReturnProps) {
  const { field, busy, submit } = useCommandForm(ProposeFrozenReturn, api.compliance.proposeFrozenReturn, {
    start: { orderId: order.id, note: '' },
    ...useFormOutcome({ says: 'frozenReturnProposed', params: { reference: order.reference }, onClose }),
  });
  return (
    <ActionDialog
      title={`Propose ${stopped ? 'return' : 'release'}: ${order.reference}`}
      says="Propose"
      {...{ busy, submit, onClose }}
    >
      <p className="ink-2">
        {stopped
          ? `${order.received} will go back to where it came from.`
          : 'The order continues or is refunded as usual. The freezes stay.'}{' '}
        Another compliance officer decides, then two people from finance carry it out.
      </p>
      <TextField label="Reason" hint={reasonHint} rows={4} {...field('note')} />
    </ActionDialog>
  );
}

type DecideProps = { waiting: PendingProposal; subject: string; decision: 'approve' | 'reject'; onClose: () => void };

export function DecideDialog({ waiting, subject, decision, onClose }: DecideProps) {
  const isApproval = decision === 'approve';
  const { field, busy, submit } = useCommandForm(DecideFrozen, api.compliance.decideFrozen, {
    start: { proposalId: waiting.proposalId, decision, note: '' },
    ...useFormOutcome({ says: isApproval ? 'frozenApproved' : 'frozenRejected', params: {}, onClose }),
  });
  const says = isApproval ? 'Approve' : 'Reject';
  return (
    <ActionDialog title={`${says}: ${subject}`} says={says} grave={!isApproval} {...{ busy, submit, onClose }}>
      <p className="ink-2">
        {waiting.proposedBy}: “{waiting.note}”
      </p>
      {isApproval ? (
        <TextField label="Note" rows={3} {...field('note')} />
      ) : (
        <TextField label="Reason" hint={reasonHint} rows={3} maxLength={500} {...field('note')} />
      )}
    </ActionDialog>
  );
}
