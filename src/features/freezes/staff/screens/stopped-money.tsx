import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { call } from '../../../../ui/client.ts';
import { formatDateTime } from '../../../../ui/format.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { useAction } from '../../../compliance/staff/screens/use-action.ts';
import type { PendingProposal, StoppedMoney as Stopped, StoppedMoneyView } from '../../views.ts';

const DecideDialog = lazyPart(() => import('./freeze-dialogs.tsx').then((parts) => parts.DecideDialog));

export function PendingDecision({ waiting, subject }: { waiting: PendingProposal; subject: string }) {
  const [decision, setDecision] = useState<'approve' | 'reject' | null>(null);
  const withdraw = useAction({
    send: () => call.compliance.decideFrozen({ proposalId: waiting.proposalId, decision: 'withdraw' }),
    notice: 'frozenWithdrawn',
    params: {},
  });
  const proposedAt = formatDateTime(waiting.proposedAt);
  return (
    <section className="two-eyes" aria-label={`Waiting for a second person: ${subject}`}>
      <p className="num">
        <b>{waiting.isOwn ? 'You' : waiting.proposedBy}</b> proposed to {subject}, {proposedAt}.{' '}
        <span className="ink-2 wrap-any">“{waiting.note}”</span>
      </p>
      <div className="row wraps">
        {waiting.isOwn ? (
          <Button variant="line" size="small" busy={withdraw.isPending} onClick={() => withdraw.mutate(undefined)}>
            Withdraw
          </Button>
        ) : (
          <>
            <Button size="small" label={`Approve: ${subject}`} onClick={() => setDecision('approve')}>
              Approve
            </Button>
            <Button variant="bad-line" size="small" label={`Reject: ${subject}`} onClick={() => setDecision('reject')}>
              Reject
            </Button>
          </>
        )}
      </div>
      {decision && (
        <DecideDialog waiting={waiting} subject={subject} decision={decision} onClose={() => setDecision(null)} />
      )}
    </section>
  );
}

const ReturnDialog = lazyPart(() => import('./freeze-dialogs.tsx').then((parts) => parts.ReturnDialog));

type Props = { readonly money: Pick<StoppedMoneyView, 'id' | 'reference' | 'received'>; readonly stopped: Stopped };

export function StoppedMoney({ money, stopped: { why, decided, waiting } }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <section className="stack-s" aria-label={`On hold: ${money.reference}`}>
      <p className="wrap-any">
        {decided ? 'Two people approved the return. It was on hold for ' : 'On hold for '}
        {why.join('; ')}.
      </p>
      {waiting && <PendingDecision waiting={waiting} subject={`return ${money.reference}`} />}
      {!decided && !waiting && (
        <div>
          <Button variant="line" size="small" onClick={() => setOpen(true)}>
            Propose return
          </Button>
        </div>
      )}
      {open && <ReturnDialog order={money} stopped onClose={() => setOpen(false)} />}
    </section>
  );
}
