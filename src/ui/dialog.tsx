import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { focusInside, pressMainButton } from './dialog-focus.ts';

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
