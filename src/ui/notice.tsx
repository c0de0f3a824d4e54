import { CircleAlert, CircleCheck, Clock, Info } from 'lucide-react';
import type { ReactNode } from 'react';

const icons = { note: Info, wait: Clock, bad: CircleAlert, ok: CircleCheck };

type NoticeProps = {
  kind?: keyof typeof icons;
  /** Announces the text to screen readers. For results of actions. */
  live?: boolean;
  children: ReactNode;
};

export function Notice({ kind = 'note', live = false, children }: NoticeProps) {
  const Icon = icons[kind];
  return (
    <div className={kind === 'note' ? 'notice' : `notice ${kind}`} role={live ? 'status' : undefined}>
      <Icon className="ic" aria-hidden="true" />
      <div>{children}</div>
    </div>
  );
}
