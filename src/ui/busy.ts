/**
 * Runs what a button does, where no framework draws it: shows the turning ring and takes no second click until it is
 * done. The button keeps the focus. An act at work is not begun again.
 */
export async function whileBusy(button: HTMLElement, act: () => Promise<void>): Promise<void> {
  if (button.ariaBusy === 'true') return;
  const ring = document.createElement('span');
  ring.className = 'spin';
  ring.ariaHidden = 'true';
  button.ariaBusy = 'true';
  button.ariaDisabled = 'true';
  button.prepend(ring);
  try {
    await act();
  } finally {
    ring.remove();
    button.ariaBusy = null;
    button.ariaDisabled = null;
  }
}
