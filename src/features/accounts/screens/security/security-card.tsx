import type { ReactNode } from 'react';
import { Badge } from '../../../../ui/badge.tsx';

type SecurityCardProps = { title: string; state?: { isOn: boolean; label: string }; children: ReactNode };

export function SecurityCard({ title, state, children }: SecurityCardProps) {
  return (
    <section className="lock stack" aria-label={title}>
      <header>
        <h3>{title}</h3>
        {state && <Badge kind={state.isOn ? 'approved' : 'other'}>{state.label}</Badge>}
      </header>
      {children}
    </section>
  );
}
