import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import type { StoppedMoney as Stopped, StoppedMoneyView } from '../../views.ts';
import { PendingDecision } from './pending-decision.tsx';

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
