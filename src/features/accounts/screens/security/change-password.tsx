import { useState } from 'react';
import type { z } from 'zod';
import { Button } from '../../../../ui/button.tsx';
import { call } from '../../../../ui/client.ts';
import { useCommandForm } from '../../../../ui/form.tsx';
import { type ChangePassword as Change, ChangePasswordForm } from '../../schema.ts';
import { securityNotices } from '../../security-messages.ts';
import { EmailField } from '../parts/email-field.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import { passwordHint } from '../parts/password-hint.ts';
import { sayWell } from '../parts/say.ts';
import { Lock } from './lock.tsx';
import { sayFailed } from './say-failed.ts';
import { useLocksAgain } from './use-locks.ts';

/** The second new password stays in the browser. */
const change = {
  mutationOptions: () => ({
    mutationFn: ({ confirmPassword: _, ...fields }: z.input<typeof Change> & { confirmPassword: string }) =>
      call.accounts.changePassword(fields),
  }),
};

function PasswordForm({ onDone }: { onDone: () => void }) {
  const { busy, submit, field } = useCommandForm(ChangePasswordForm, change, {
    start: { email: '', currentPassword: '', newPassword: '', confirmPassword: '' },
    done: () => {
      sayWell(securityNotices.passwordChanged);
      onDone();
    },
    refused: (words, error) => sayFailed(words, error, securityNotices.passwordFailed),
  });
  return (
    <form className="form" noValidate onSubmit={submit}>
      <EmailField {...field('email')} autoComplete="username" />
      <PasswordField {...field('currentPassword')} label="Current Password" autoComplete="current-password" />
      <PasswordField {...field('newPassword')} label="New Password" autoComplete="new-password" hint={passwordHint} />
      <PasswordField {...field('confirmPassword')} label="Confirm New Password" autoComplete="new-password" />
      <div className="row">
        <Button type="submit" busy={busy}>
          {busy ? 'Changing...' : 'Change Password'}
        </Button>
        <Button look="bare" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Another password, for whoever knows the one that stands [000 §5]. */
export function ChangePassword() {
  const [open, setOpen] = useState(false);
  const again = useLocksAgain();
  const done = () => {
    setOpen(false);
    again();
  };
  return (
    <Lock title="Password">
      <p className="ink-2">Changing it signs out all your other devices.</p>
      {open ? (
        <PasswordForm onDone={done} />
      ) : (
        <div className="row">
          <Button look="line" onClick={() => setOpen(true)}>
            Change Password
          </Button>
        </div>
      )}
    </Lock>
  );
}
