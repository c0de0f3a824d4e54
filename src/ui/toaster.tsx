import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect } from 'react';
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

const show = (toast: Toast) =>
  sonner.custom((id) => <ToastCard toast={toast} onClose={() => sonner.dismiss(id)} />, {
    duration: stays[toast.kind],
    unstyled: true,
  });

/** Draws the toasts. Loaded by `Toasts` only when there is one to draw. */
export function Toaster() {
  useEffect(() => connectToaster(show), []);
  return <SonnerToaster position="bottom-right" visibleToasts={4} containerAriaLabel="Messages" />;
}
