import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';

type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  actions?: ReactNode;
  /** Disables closing while work is in progress. */
  locked?: boolean;
  wide?: boolean;
  /** For dialogs that open by themselves: focuses the heading, so that a key press does not trigger a button. */
  focusHeading?: boolean;
  children: ReactNode;
};

/** Modal dialog. Focuses the first field or main button, for destructive actions the safe one. Ctrl+Enter submits. */
export function Dialog({
  open,
  onClose,
  title,
  actions,
  locked = false,
  wide = false,
  focusHeading = false,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    if (!open) element?.close();
    if (!open || !element) return;
    element.showModal();
    if (!focusHeading) return focusInside(element, heading.current);
    heading.current?.focus();
    return;
  }, [open, focusHeading]);
  // Closing on unmount restores the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => element?.close();
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    if (event.key !== 'Enter' || event.defaultPrevented) return;
    if (event.repeat && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault();
    if (event.repeat || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    pressMainButton(event.currentTarget, event.target);
  };
  return (
    <dialog
      ref={dialog}
      onKeyDown={onKeyDown}
      className={wide ? 'dialog wide' : 'dialog'}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // On Escape the parent closes the dialog.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (!locked) onClose();
      }}
      onClose={(event) => event.target === event.currentTarget && open && onClose()}
    >
      {open && (
        <>
          <header>
            <h2 id={titleId} ref={heading} tabIndex={-1}>
              {title}
            </h2>
            {!locked && (
              <button type="button" className="btn bare sm icon" aria-label="Close" onClick={onClose}>
                <X className="ic" aria-hidden="true" />
              </button>
            )}
          </header>
          {children}
          {actions && <div className="acts">{actions}</div>}
        </>
      )}
    </dialog>
  );
}

const fieldSelector =
  'input:enabled:not([type=hidden]):not([readonly]), select:enabled, textarea:enabled:not([readonly])';
const actionSelector = '.acts .btn:not(.line):not(.bare):not(:disabled)';
const buttonSelector = '.acts .btn:not(:disabled)';

const isVisible = (element: HTMLElement): boolean => element.checkVisibility({ visibilityProperty: true });

const findVisible = (dialog: HTMLElement, selector: string): HTMLElement | undefined =>
  [...dialog.querySelectorAll<HTMLElement>(selector)].find(isVisible);

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
