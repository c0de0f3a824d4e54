import { lazy, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../../ui/button.tsx';
import { Later } from './later.tsx';
import { Lock } from './lock.tsx';
import { useLocksAgain } from './use-locks.ts';

const PasswordForm = lazy(() => import('./password-form.tsx'));

/**
 * Another password, for whoever knows the one that stands [000 §2 Profile, §5 Change password]. The focus goes into the
 * form and back.
 */
export function ChangePassword() {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const again = useLocksAgain();
  const done = () => {
    flushSync(() => setOpen(false));
    opener.current?.focus();
    again();
  };
  return (
    <Lock title="Password">
      <p className="ink-2">Changing it signs out all your other devices.</p>
      {open ? (
        <Later>
          <PasswordForm onDone={done} />
        </Later>
      ) : (
        <div className="row">
          <Button ref={opener} look="line" onClick={() => setOpen(true)}>
            Change Password
          </Button>
        </div>
      )}
    </Lock>
  );
}
