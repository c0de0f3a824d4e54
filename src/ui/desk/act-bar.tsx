import type { LucideIcon } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
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

const ActButton = ({ act: { name, key, on, look = 'line', busy, icon, onward } }: { act: BarAct }) => (
  <Button look={look} busy={busy} onClick={() => void on?.()}>
    <Icon of={icon} />
    {name} {key && <kbd>{key.toUpperCase()}</kbd>}
    <Icon of={onward} />
  </Button>
);

type BarProps = {
  readonly acts: readonly BarAct[];
  /** How the matter stands while one works on it, in a line that stays in sight. */
  readonly state?: ReactNode;
  readonly children?: ReactNode;
};

/**
 * What may be done, always in sight; below it why the rest may not. On a phone, where every line of it hides the
 * matter itself, the act that moves it on stands alone and `More` opens the others. Where nothing may be done, why
 * stands there at once.
 */
export function ActBar({ acts, state, children }: BarProps) {
  const [open, setOpen] = useState(false);
  const allowed = acts.filter(({ on }) => on);
  useKeys(Object.fromEntries(allowed.map(({ key = '', on, busy }) => [key, busy ? undefined : () => void on?.()])));
  const first = allowed.find(({ look }) => look === 'primary') ?? allowed[0];
  const others = allowed.filter((act) => act !== first);
  return (
    <div className={open || !first ? 'decide open' : 'decide'}>
      {first && (
        <div className="steps-row">
          <ActButton key={first.name} act={first} />
          <button type="button" className="btn line more" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Less' : 'More'}
          </button>
          <div className="rest">
            {others.map((act) => (
              <ActButton key={act.name} act={act} />
            ))}
          </div>
        </div>
      )}
      {state}
      <div className="rest">{children}</div>
    </div>
  );
}
