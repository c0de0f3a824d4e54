import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { later } from '../../../ui/later.tsx';
import type { StoppedMoney as Stopped, StoppedMoneyLine } from '../views.ts';
import { Waits } from './waits.tsx';

const ReturnDialog = later(() => import('./freeze-dialogs.tsx').then((parts) => parts.ReturnDialog));

type Props = { readonly money: Pick<StoppedMoneyLine, 'id' | 'reference' | 'received'>; readonly stopped: Stopped };

/** Why money that stands on nothing stays here though nobody is frozen, and what two of compliance decide about it. */
export function StoppedMoney({ money, stopped: { why, decided, waiting } }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <section className="stack-s" aria-label={`Stopped: ${money.reference}`}>
      <p className="wrap-any">
        {decided
          ? 'It may go back: two people decided it. It was stopped for '
          : 'It stays with us. It is stopped for '}
        {why.join('; ')}.
      </p>
      {waiting && <Waits waiting={waiting} what={`give back ${money.reference}`} />}
      {!decided && !waiting && (
        <div>
          <Button look="line" size="small" onClick={() => setOpen(true)}>
            Propose to give it back
          </Button>
        </div>
      )}
      {open && <ReturnDialog order={money} stopped onClose={() => setOpen(false)} />}
    </section>
  );
}
