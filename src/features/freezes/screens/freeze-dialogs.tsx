import { api } from '../../../ui/client.ts';
import { ActDialog } from '../../../ui/desk/act-dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { useFormOutcome } from '../../compliance/screens/parts/use-act.ts';
import { DecideFrozen, Freeze, ProposeFrozenReturn, ProposeThaw } from '../schema.ts';
import type { FreezeLine, StoppedMoneyLine, Waiting } from '../views.ts';

const whoReads = 'Whoever inspects us reads it. The customer never does.';

/** Freezes by hand: what it will do stands there before it is done. */
export function FreezeDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const { field, busy, submit } = useCommandForm(Freeze, api.compliance.freeze, {
    start: { userId, reason: '' },
    ...useFormOutcome({ says: 'frozen', params: {}, onClose }),
  });
  return (
    <ActDialog title="Freeze the customer" says="Freeze" grave {...{ busy, submit, onClose }}>
      <p className="ink-2">
        From this moment nothing of theirs is paid, returned or released, and no order is taken. They read neutral
        words. Two people thaw.
      </p>
      <TextField label="Why" hint={whoReads} rows={4} {...field('reason')} />
    </ActDialog>
  );
}

/** Asks for the end of a freeze. */
export function ThawDialog({ freeze, onClose }: { freeze: FreezeLine; onClose: () => void }) {
  const { field, busy, submit } = useCommandForm(ProposeThaw, api.compliance.proposeThaw, {
    start: { freezeId: freeze.id, note: '' },
    ...useFormOutcome({ says: 'thawProposed', params: {}, onClose }),
  });
  return (
    <ActDialog title="Propose to thaw" says="Propose" {...{ busy, submit, onClose }}>
      <p className="ink-2">Another person of compliance decides. Other freezes of the customer stay.</p>
      <TextField label="Why it may end" hint={whoReads} rows={4} {...field('note')} />
    </ActDialog>
  );
}

type ReturnProps = {
  order: Pick<StoppedMoneyLine, 'id' | 'reference' | 'received'>;
  stopped: boolean;
  onClose: () => void;
};

/**
 * Asks that the money of an order, or of none, goes back although its customer is frozen; or moves although somebody
 * else is.
 */
export function ReturnDialog({ order, stopped, onClose }: ReturnProps) {
  const { field, busy, submit } = useCommandForm(ProposeFrozenReturn, api.compliance.proposeFrozenReturn, {
    start: { orderId: order.id, note: '' },
    ...useFormOutcome({ says: 'frozenReturnProposed', params: { reference: order.reference }, onClose }),
  });
  return (
    <ActDialog
      title={`${stopped ? 'Give back' : 'Let it move'}: ${order.reference}`}
      says="Propose"
      {...{ busy, submit, onClose }}
    >
      <p className="ink-2">
        {stopped
          ? `${order.received} would go back to where it came from.`
          : 'It would go on, or back, as any other. The freezes that stop it stay.'}{' '}
        Another person of compliance decides; two of finance then carry it out.
      </p>
      <TextField label={stopped ? 'Why it goes back' : 'Why it may move'} hint={whoReads} rows={4} {...field('note')} />
    </ActDialog>
  );
}

type DecideProps = { waiting: Waiting; what: string; decision: 'approve' | 'reject'; onClose: () => void };

/** The second person's word. */
export function DecideDialog({ waiting, what, decision, onClose }: DecideProps) {
  const approves = decision === 'approve';
  const { field, busy, submit } = useCommandForm(DecideFrozen, api.compliance.decideFrozen, {
    start: { proposalId: waiting.proposalId, decision, note: '' },
    ...useFormOutcome({ says: approves ? 'frozenApproved' : 'frozenRejected', params: {}, onClose }),
  });
  const says = approves ? 'Approve' : 'Refuse';
  return (
    <ActDialog title={`${says}: ${what}`} says={says} grave={!approves} {...{ busy, submit, onClose }}>
      <p className="ink-2">
        {waiting.proposedBy}: “{waiting.note}”
      </p>
      {approves ? (
        <TextField label="Note" rows={3} {...field('note')} />
      ) : (
        <TextField label="Why it is refused" hint={whoReads} rows={3} maxLength={500} {...field('note')} />
      )}
    </ActDialog>
  );
}
