const fieldSelector =
  'input:enabled:not([type=hidden]):not([readonly]), select:enabled, textarea:enabled:not([readonly])';
const actionSelector = '.acts .btn:not(.line):not(.bare):not(:disabled)';
const buttonSelector = '.acts .btn:not(:disabled)';

const isVisible = (element: HTMLElement): boolean => element.checkVisibility({ visibilityProperty: true });

const findVisible = (dialog: HTMLElement, selector: string): HTMLElement | undefined =>
  [...dialog.querySelectorAll<HTMLElement>(selector)].find(isVisible);

/** First field, or the selected option if it is a radio button. */
function findFirstField(dialog: HTMLElement): HTMLElement | undefined {
  const field = findVisible(dialog, fieldSelector);
  if (!(field instanceof HTMLInputElement) || field.type !== 'radio') return field;
  return dialog.querySelector<HTMLInputElement>(`input[name="${CSS.escape(field.name)}"]:checked:enabled`) ?? field;
}

const findMainButton = (dialog: HTMLElement): HTMLElement | undefined =>
  [...dialog.querySelectorAll<HTMLElement>(actionSelector)].findLast(isVisible);

function findFocusTarget(dialog: HTMLElement): HTMLElement | undefined {
  const field = findFirstField(dialog);
  if (field) return field;
  const button = findMainButton(dialog);
  return button?.classList.contains('bad') ? findVisible(dialog, buttonSelector) : button;
}

/** Focuses the first field or main button, and the heading until one appears. Returns a cleanup function. */
export function focusInside(dialog: HTMLElement, heading: HTMLElement | null): () => void {
  const target = findFocusTarget(dialog);
  (target ?? heading)?.focus();
  if (target) return () => undefined;
  const observer = new MutationObserver(() => {
    const found = document.activeElement === heading ? findFocusTarget(dialog) : undefined;
    found?.focus();
    if (found || document.activeElement !== heading) observer.disconnect();
  });
  observer.observe(dialog, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  return () => observer.disconnect();
}

/** Submits the form that contains `origin`, or else presses the main button. */
export function pressMainButton(dialog: HTMLElement, origin: EventTarget): void {
  const form = origin instanceof Element ? origin.closest('form') : null;
  const submit = [...(form?.elements ?? [])].find(
    (element) => element instanceof HTMLButtonElement && element.type === 'submit',
  );
  const button = submit instanceof HTMLElement ? submit : findMainButton(dialog);
  button?.click();
}
