import { useEffect, useRef } from 'react';
import type { z } from 'zod';
import { Button } from '../../../../ui/button.tsx';
import { call } from '../../../../ui/client.ts';
import { useCommandForm } from '../../../../ui/form.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { type ChangePassword as Change, ChangePasswordForm } from '../../schema.ts';
import { securityNotices } from '../../security-messages.ts';
import { EmailField } from '../parts/email-field.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import { passwordHint } from '../parts/password-hint.ts';
import { toastFailure } from './toast-failure.ts';

const changeCommand = {
  mutationOptions: () => ({
    mutationFn: ({ confirmPassword: _, ...fields }: z.input<typeof Change> & { confirmPassword: string }) =>
      call.accounts.changePassword(fields),
  }),
};

/** [000 §5 Change password] */
export default function PasswordForm({ onDone }: { onDone: () => void }) {
  const { busy, submit, field } = useCommandForm(ChangePasswordForm, changeCommand, {
    start: { email: '', currentPassword: '', newPassword: '', confirmPassword: '' },
    done: () => {
      toastSuccess(securityNotices.passwordChanged);
      onDone();
    },
    refused: (message, error) => toastFailure(message, error, securityNotices.passwordFailed),
  });
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  return (
    <form ref={form} className="form" noValidate onSubmit={submit}>
      <EmailField {...field('email')} autoComplete="username" />
      <PasswordField {...field('currentPassword')} label="Current Password" autoComplete="current-password" />
      <PasswordField {...field('newPassword')} label="New Password" autoComplete="new-password" hint={passwordHint} />
      <PasswordField {...field('confirmPassword')} label="Confirm New Password" autoComplete="new-password" />
      <div className="row">
        <Button type="submit" busy={busy}>
          {busy ? 'Changing...' : 'Change Password'}
        </Button>
        <Button variant="bare" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
