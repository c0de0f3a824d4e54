import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { call } from '../../../../ui/client.ts';
import { formatDateTime } from '../../../../ui/format.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { useAction } from '../../../compliance/staff/screens/parts/use-action.ts';
import type { PendingProposal } from '../../views.ts';

const DecideDialog = lazyPart(() => import('./freeze-dialogs.tsx').then((parts) => parts.DecideDialog));

export function PendingDecision({ waiting, subject }: { waiting: PendingProposal; subject: string }) {
  const [decision, setDecision] = useState<'approve' | 'reject' | null>(null);
  const withdraw = useAction({
    send: () => call.compliance.decideFrozen({ proposalId: waiting.proposalId, decision: 'withdraw' }),
    says: 'frozenWithdrawn',
    params: {},
  });
  const proposedAt = formatDateTime(waiting.proposedAt);
  return (
    <section className="two-eyes" aria-label={`Waiting for a second person: ${subject}`}>
      <p className="num">
        <b>{waiting.mine ? 'You' : waiting.proposedBy}</b> proposed to {subject}, {proposedAt}.{' '}
        <span className="ink-2 wrap-any">“{waiting.note}”</span>
      </p>
      <div className="row wraps">
        {waiting.mine ? (
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
      {decision && <DecideDialog {...{ waiting, subject, decision }} onClose={() => setDecision(null)} />}
    </section>
  );
}
