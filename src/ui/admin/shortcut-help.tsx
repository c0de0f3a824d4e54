import { Dialog } from '../dialog.tsx';

export type Shortcut = readonly [keys: readonly string[], does: string];

export const queueShortcuts: readonly Shortcut[] = [
  [['J', 'K'], 'next or previous row'],
  [['Enter'], 'open the selected row'],
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
    <p className="ink-2">Shortcuts work when you're not typing and the action is available.</p>
    <div className="keys all">
      <ShortcutList shortcuts={shortcuts} />
    </div>
  </Dialog>
);
