import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { call } from '../../../ui/client.ts';
import { momentText } from '../../../ui/format.ts';
import { later } from '../../../ui/later.tsx';
import { useAct } from '../../compliance/screens/parts/use-act.ts';
import type { Waiting } from '../views.ts';

const DecideDialog = later(() => import('./freeze-dialogs.tsx').then((parts) => parts.DecideDialog));

/** A proposal that waits: who asked, and the decision of whoever did not. */
export function Waits({ waiting, what }: { waiting: Waiting; what: string }) {
  const [decision, setDecision] = useState<'approve' | 'reject' | null>(null);
  const withdraw = useAct({
    send: () => call.compliance.decideFrozen({ proposalId: waiting.proposalId, decision: 'withdraw' }),
    says: 'frozenWithdrawn',
    params: {},
  });
  return (
    <section className="two-eyes" aria-label={`Two pairs of eyes: ${what}`}>
      <p className="num">
        <b>{waiting.mine ? 'You' : waiting.proposedBy}</b> proposed to {what}, {momentText(waiting.proposedAt)}.{' '}
        <span className="ink-2 wrap-any">“{waiting.note}”</span>
      </p>
      <div className="row wraps">
        {waiting.mine ? (
          <Button look="line" size="small" busy={withdraw.isPending} onClick={() => withdraw.mutate(undefined)}>
            Take back
          </Button>
        ) : (
          <>
            <Button size="small" label={`Approve: ${what}`} onClick={() => setDecision('approve')}>
              Approve
            </Button>
            <Button look="bad-line" size="small" label={`Refuse: ${what}`} onClick={() => setDecision('reject')}>
              Refuse
            </Button>
          </>
        )}
      </div>
      {decision && <DecideDialog {...{ waiting, what, decision }} onClose={() => setDecision(null)} />}
    </section>
  );
}
