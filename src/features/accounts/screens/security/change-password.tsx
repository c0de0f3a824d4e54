import { lazy, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../../ui/button.tsx';
import { LazyForm } from './lazy-form.tsx';
import { SecurityCard } from './security-card.tsx';
import { useReloadSecurity } from './use-security-state.ts';

const PasswordForm = lazy(() => import('./password-form.tsx'));

/** [000 §2 Profile, §5 Change password] */
export function ChangePassword() {
  const [open, setOpen] = useState(false);
  const openButton = useRef<HTMLButtonElement>(null);
  const reload = useReloadSecurity();
  const close = () => {
    flushSync(() => setOpen(false));
    openButton.current?.focus();
    reload();
  };
  return (
    <SecurityCard title="Password">
      <p className="ink-2">Changing your password signs out all your other devices.</p>
      {open ? (
        <LazyForm>
          <PasswordForm onDone={close} />
        </LazyForm>
      ) : (
        <div className="row">
          <Button ref={openButton} variant="line" onClick={() => setOpen(true)}>
            Change Password
          </Button>
        </div>
      )}
    </SecurityCard>
  );
}
