import { useEffect, useLayoutEffect, useRef } from 'react';

export type KeyActs = Readonly<Record<string, (() => void) | undefined>>;

const typing = 'input, textarea, select, [contenteditable="true"]';

/** Whether a key belongs to the page: not while somebody types, not inside a dialog, not with a modifier. */
function isForPage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.target instanceof Element && event.target.closest(typing)) return false;
  return document.querySelector('dialog:modal') === null;
}

/** Enter belongs to the link or the button that has the focus, if one has. */
const isOperable = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('a, button, summary') !== null;

/** Single keys that act on the screen, outside fields and dialogs, named as `KeyboardEvent.key` in lower case. */
export function useKeys(keys: KeyActs): void {
  const current = useRef(keys);
  // Before the screen is painted: a key does what is seen, never what was seen before.
  useLayoutEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = current.current[event.key.toLowerCase()];
      if (!act || !isForPage(event) || (event.key === 'Enter' && isOperable(event.target))) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
