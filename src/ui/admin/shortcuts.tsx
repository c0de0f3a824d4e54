import { useEffect, useLayoutEffect, useRef } from 'react';
import { lazyPart } from '../lazy-part.tsx';

export type ShortcutHandlers = Readonly<Record<string, (() => void) | undefined>>;

const typingSelector = 'input, textarea, select, [contenteditable="true"]';

/** False in a text field or dialog, and with a modifier key. */
function isShortcutEvent(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.target instanceof Element && event.target.closest(typingSelector)) return false;
  return document.querySelector('dialog:modal') === null;
}

/** True for elements that handle Enter themselves. */
const isOperable = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('a, button, summary') !== null;

/** Registers single-key shortcuts. Keys are `KeyboardEvent.key` in lower case; text fields and dialogs ignore them. */
export function useShortcuts(keys: ShortcutHandlers): void {
  const current = useRef(keys);
  // Layout effect: shortcuts must act on the state that the user sees.
  useLayoutEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // Autofill sends events without a key. Its targets are text fields, which the check rejects.
      if (!isShortcutEvent(event) || (event.key === 'Enter' && isOperable(event.target))) return;
      const handler = current.current[event.key.toLowerCase()];
      if (!handler) return;
      event.preventDefault();
      handler();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

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

const Dialog = lazyPart(() => import('../dialog.tsx').then((parts) => parts.Dialog));

export const ShortcutDialog = ({ open, onClose, shortcuts }: ShortcutDialogProps) =>
  open && (
    <Dialog open onClose={onClose} title="Keyboard shortcuts" wide>
      <p className="ink-2">Shortcuts work when you're not typing and the action is available.</p>
      <div className="keys all">
        <ShortcutList shortcuts={shortcuts} />
      </div>
    </Dialog>
  );
