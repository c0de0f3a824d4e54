import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Toaster as SonnerToaster, toast as sonner } from 'sonner';
import 'sonner/dist/styles.css';
import { connectToaster, type Toast } from './toast.ts';

const icons = { success: CircleCheck, error: CircleAlert, info: Info };
/** Milliseconds on screen; the library waits while a pointer or the focus rests on it. Errors stay longer. */
const stays = { success: 6000, error: 12_000, info: 8000 };

function ToastCard({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const Icon = icons[toast.kind];
  const bad = toast.kind === 'error';
  return (
    <div className={bad ? 'toast bad' : 'toast'} role={bad ? 'alert' : 'status'}>
      <Icon className="ic" aria-hidden="true" />
      <div>
        <b>{toast.title}</b>
        {toast.text && <p>{toast.text}</p>}
      </div>
      <button type="button" className="x" aria-label="Close" onClick={onClose}>
        <X className="ic" aria-hidden="true" />
      </button>
    </div>
  );
}

/** What was last said in the same words, by its words: said again, it takes the place of the older one. */
const said = new Map<string, string | number>();

function show(toast: Toast) {
  const words = `${toast.kind} ${toast.title} ${toast.text ?? ''}`;
  const older = said.get(words);
  if (older !== undefined) sonner.dismiss(older);
  const id = sonner.custom((mine) => <ToastCard toast={toast} onClose={() => sonner.dismiss(mine)} />, {
    duration: stays[toast.kind],
    unstyled: true,
  });
  said.set(words, id);
}

/** On a phone the button that comes next is at the bottom: what is said stands at the top, and little of it at once. */
const narrow = () => window.matchMedia('(max-width: 639px)').matches;

/** The dialog that is on top of everything, if one is: outside of it nothing can be read or operated. */
const topDialog = (): Element | null => [...document.querySelectorAll('dialog:modal')].at(-1) ?? null;

/** Draws the toasts, inside the open dialog while there is one. Loaded by `Toasts` only when there is one to draw. */
export function Toaster() {
  const [place, setPlace] = useState<Element | null>(null);
  useEffect(() => {
    const move = () => setPlace(topDialog());
    document.addEventListener('close', move, true);
    const leave = connectToaster((toast) => {
      move();
      show(toast);
    });
    return () => {
      document.removeEventListener('close', move, true);
      leave();
    };
  }, []);
  useEffect(() => {
    if (!place) return;
    // A dialog may leave with its whole screen; its toasts do not leave with it.
    const watch = new MutationObserver(() => place.isConnected || setPlace(topDialog()));
    watch.observe(document.body, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [place]);
  const where = narrow() ? ({ position: 'top-center', visibleToasts: 2 } as const) : ({ visibleToasts: 4 } as const);
  const toaster = <SonnerToaster position="bottom-right" {...where} expand containerAriaLabel="Messages" />;
  return place ? createPortal(toaster, place) : toaster;
}
