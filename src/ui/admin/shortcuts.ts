import { useEffect, useLayoutEffect, useRef } from 'react';

export type ShortcutHandlers = Readonly<Record<string, (() => void) | undefined>>;

const typingSelector = 'input, textarea, select, [contenteditable="true"]';

/** False while typing, inside a dialog or with a modifier. */
function isShortcutEvent(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.target instanceof Element && event.target.closest(typingSelector)) return false;
  return document.querySelector('dialog:modal') === null;
}

/** Enter activates a focused link or button instead. */
const isOperable = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('a, button, summary') !== null;

/** Single-key shortcuts outside fields and dialogs; keys are `KeyboardEvent.key` in lower case. */
export function useShortcuts(keys: ShortcutHandlers): void {
  const current = useRef(keys);
  // Before paint: a key acts on the visible state.
  useLayoutEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const handler = current.current[event.key.toLowerCase()];
      if (!handler || !isShortcutEvent(event) || (event.key === 'Enter' && isOperable(event.target))) return;
      event.preventDefault();
      handler();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
