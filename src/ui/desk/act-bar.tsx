import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../button.tsx';
import { useKeys } from './keys.ts';

/** One thing that may be done: its button, and its key. */
export type BarAct = {
  readonly name: string;
  /** In lower case. */
  readonly key?: string;
  /** Undefined while it is not allowed: then it stands nowhere, and its key does nothing. */
  readonly on: (() => unknown) | undefined;
  /** `line` unless said otherwise: one primary at a time. */
  readonly look?: ComponentProps<typeof Button>['look'];
  readonly busy?: boolean;
  readonly icon?: LucideIcon;
  /** An icon behind the words: it leads on. */
  readonly onward?: LucideIcon;
};

const Icon = ({ of: Drawn }: { of: LucideIcon | undefined }) => Drawn && <Drawn className="ic" aria-hidden="true" />;

/** What may be done, always in sight; below it why the rest may not. */
export function ActBar({ acts, children }: { acts: readonly BarAct[]; children?: ReactNode }) {
  const allowed = acts.filter(({ on }) => on);
  useKeys(Object.fromEntries(allowed.map(({ key = '', on, busy }) => [key, busy ? undefined : () => void on?.()])));
  return (
    <div className="decide">
      <div className="steps-row">
        {allowed.map(({ name, key, on, look = 'line', busy, icon, onward }) => (
          <Button key={name} look={look} busy={busy} onClick={() => void on?.()}>
            <Icon of={icon} />
            {name} {key && <kbd>{key.toUpperCase()}</kbd>}
            <Icon of={onward} />
          </Button>
        ))}
      </div>
      {children}
    </div>
  );
}
