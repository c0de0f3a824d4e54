import type { LucideIcon } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '../button.tsx';
import { useShortcuts } from './shortcuts.tsx';

export type ToolbarAction = {
  readonly name: string;
  readonly key?: string;
  /** Undefined hides the action and disables its shortcut. */
  readonly onPress: (() => unknown) | undefined;
  readonly look?: ComponentProps<typeof Button>['variant'];
  readonly busy?: boolean;
  readonly icon?: LucideIcon;
  readonly trailingIcon?: LucideIcon;
};

const Icon = ({ of: IconComponent }: { of: LucideIcon | undefined }) =>
  IconComponent && <IconComponent className="ic" aria-hidden="true" />;

const ActionButton = ({
  action: { name, key, onPress: on, look = 'line', busy, icon, trailingIcon },
}: {
  action: ToolbarAction;
}) => (
  <Button variant={look} busy={busy} onClick={() => void on?.()}>
    <Icon of={icon} />
    {name} {key && <kbd>{key.toUpperCase()}</kbd>}
    <Icon of={trailingIcon} />
  </Button>
);

type ActionBarProps = {
  readonly actions: readonly ToolbarAction[];
  readonly state?: ReactNode;
  readonly children?: ReactNode;
};

/** Toolbar of a detail page. Phones show the primary action and a "More" button for the other actions. */
export function ActionBar({ actions, state, children }: ActionBarProps) {
  const [open, setOpen] = useState(false);
  const enabled = actions.filter(({ onPress: on }) => on);
  useShortcuts(
    Object.fromEntries(enabled.map(({ key = '', onPress: on, busy }) => [key, busy ? undefined : () => void on?.()])),
  );
  const primary = enabled.find(({ look }) => look === 'primary') ?? enabled[0];
  const others = enabled.filter((action) => action !== primary);
  return (
    <div className={open || !primary ? 'decide open' : 'decide'}>
      {primary && (
        <div className="steps-row">
          <ActionButton key={primary.name} action={primary} />
          <button type="button" className="btn line more" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Less' : 'More'}
          </button>
          <div className="rest">
            {others.map((action) => (
              <ActionButton key={action.name} action={action} />
            ))}
          </div>
        </div>
      )}
      {state}
      <div className="rest">{children}</div>
    </div>
  );
}
