import { lazy, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { LazyForm } from './lazy-form.tsx';

const CloseForm = lazy(() => import('./close-form.tsx'));

/** The delete-account dialog [000 §2 Profile, §5 Delete account, decision A12]. */
export function CloseAccount() {
  const [open, setOpen] = useState(false);
  return (
    <div className="stack">
      <p className="ink-2">
        This closes your account permanently. You can't do this while money or crypto is on its way.
      </p>
      <div className="row">
        <Button variant="bad-line" onClick={() => setOpen(true)}>
          Delete Account
        </Button>
      </div>
      <Dialog open={open} onClose={() => setOpen(false)} title="Delete Account">
        <LazyForm>{open && <CloseForm onCancel={() => setOpen(false)} />}</LazyForm>
      </Dialog>
    </div>
  );
}
