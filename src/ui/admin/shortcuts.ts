import { useEffect, useLayoutEffect, useRef } from 'react';

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
      const handler = current.current[event.key.toLowerCase()];
      if (!handler || !isShortcutEvent(event) || (event.key === 'Enter' && isOperable(event.target))) return;
      event.preventDefault();
      handler();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
