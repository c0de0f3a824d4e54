import { CircleAlert, CircleCheck, Clock, Info } from 'lucide-react';
import type { ReactNode } from 'react';

const icons = { note: Info, wait: Clock, bad: CircleAlert, ok: CircleCheck };

type NoticeProps = {
  kind?: keyof typeof icons;
  /** It appeared because of what somebody just did: then it is announced. */
  live?: boolean;
  children: ReactNode;
};

/** A remark that stays on the page, above or between what it is about. */
export function Notice({ kind = 'note', live = false, children }: NoticeProps) {
  const Icon = icons[kind];
  return (
    <div className={kind === 'note' ? 'notice' : `notice ${kind}`} role={live ? 'status' : undefined}>
      <Icon className="ic" aria-hidden="true" />
      <div>{children}</div>
    </div>
  );
}
