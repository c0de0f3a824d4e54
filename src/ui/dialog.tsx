import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';

type DialogProps = {
  open: boolean;
  /** Called by the close button and by Esc. The owner then sets `open` to false. */
  onClose: () => void;
  title: ReactNode;
  /** The buttons at its foot. */
  acts?: ReactNode;
  /** Something is under way that must not be left: no close button, and Esc does nothing. */
  locked?: boolean;
  wide?: boolean;
  /** It opens by itself: the focus stands on its heading, where no key of somebody who was at work decides anything. */
  calm?: boolean;
  children: ReactNode;
};

/**
 * The browser's own modal dialog: it keeps the focus inside, makes the page behind it inert, and gives the focus
 * back to where it was. What it holds exists only while it is open, so a form inside starts fresh each time.
 */
export function Dialog({
  open,
  onClose,
  title,
  acts,
  locked = false,
  wide = false,
  calm = false,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
    if (open && calm) heading.current?.focus();
  }, [open, calm]);
  // One that is taken away while it is open gives the focus back as well: only closing does.
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={wide ? 'dialog wide' : 'dialog'}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // Esc asks the owner; the element itself never closes behind the owner's back.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (!locked) onClose();
      }}
      onClose={(event) => event.target === event.currentTarget && open && onClose()}
    >
      {open && (
        <>
          <header>
            <h2 id={titleId} ref={heading} tabIndex={calm ? -1 : undefined}>
              {title}
            </h2>
            {!locked && (
              <button type="button" className="btn bare sm icon" aria-label="Close" onClick={onClose}>
                <X className="ic" aria-hidden="true" />
              </button>
            )}
          </header>
          {children}
          {acts && <div className="acts">{acts}</div>}
        </>
      )}
    </dialog>
  );
}
