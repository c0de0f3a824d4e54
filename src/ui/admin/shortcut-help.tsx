import { Dialog } from '../dialog.tsx';

export type Shortcut = readonly [keys: readonly string[], does: string];

export const queueShortcuts: readonly Shortcut[] = [
  [['J', 'K'], 'next, previous'],
  [['Enter'], 'open full page'],
  [['/'], 'search'],
];

const ShortcutList = ({ shortcuts }: { shortcuts: readonly Shortcut[] }) =>
  shortcuts.map(([keys, does]) => (
    <span key={does}>
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}{' '}
      {does}
    </span>
  ));

export const ShortcutBar = ({ onShowAll, shortcuts }: { onShowAll: () => void; shortcuts: readonly Shortcut[] }) => (
  <div className="keys">
    <ShortcutList shortcuts={shortcuts} />
    <button type="button" onClick={onShowAll}>
      <kbd>?</kbd> all shortcuts
    </button>
  </div>
);

type ShortcutDialogProps = { open: boolean; onClose: () => void; shortcuts: readonly Shortcut[] };

export const ShortcutDialog = ({ open, onClose, shortcuts }: ShortcutDialogProps) => (
  <Dialog open={open} onClose={onClose} title="Keyboard shortcuts" wide>
    <p className="ink-2">These work outside text fields, and only when the action is available to you.</p>
    <div className="keys all">
      <ShortcutList shortcuts={shortcuts} />
    </div>
  </Dialog>
);
