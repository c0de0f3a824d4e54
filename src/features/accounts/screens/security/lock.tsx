import type { ReactNode } from 'react';
import { Badge } from '../../../../ui/badge.tsx';

type LockProps = { title: string; state?: { on: boolean; word: string }; children: ReactNode };

/** One lock of the account: what it is called, whether it is on, and what can be done with it. */
export function Lock({ title, state, children }: LockProps) {
  return (
    <section className="lock stack" aria-label={title}>
      <header>
        <h3>{title}</h3>
        {state && <Badge kind={state.on ? 'approved' : 'other'}>{state.word}</Badge>}
      </header>
      {children}
    </section>
  );
}
