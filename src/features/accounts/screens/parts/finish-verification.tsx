import { useEffect, useState } from 'react';
import { z } from 'zod';
import { Button } from '../../../../ui/button.tsx';
import { call } from '../../../../ui/client.ts';
import { focusField, useCommandForm } from '../../../../ui/form.tsx';
import { toastError } from '../../../../ui/toast.ts';
import { PasswordOnly } from '../../schema.ts';
import { PasswordField } from './password-field.tsx';

const WithoutPassword = z.strictObject({ password: z.string() });

const createVerifyCommand = (token: string) => ({
  mutationOptions: () => ({
    mutationFn: ({ password }: { password: string }) =>
      call.accounts.verifyEmail(password === '' ? { token } : { token, password }),
  }),
});

type FinishProps = {
  token: string;
  /** `resetToken` lets the user choose a password; null if the account has one. */
  onVerified: (resetToken: string | null) => void;
  onInvalid: () => void;
  onForgot: () => void;
};

/** Target of the verification mail [000 §2 Auth]. Another browser needs the password (decision F2). */
export default function FinishVerification({ token, onVerified, onInvalid, onForgot }: FinishProps) {
  const [needsPassword, setNeedsPassword] = useState(false);
  const { busy, submit, field } = useCommandForm(
    needsPassword ? PasswordOnly : WithoutPassword,
    createVerifyCommand(token),
    {
      start: { password: '' },
      done: ({ next, token: resetToken }) => (next === 'password' ? setNeedsPassword(true) : onVerified(resetToken)),
      refused: (message) => {
        if (message.code !== 'accounts.link_invalid') return false;
        toastError(message);
        onInvalid();
        return true;
      },
    },
  );
  useEffect(() => {
    if (needsPassword) focusField('password');
  }, [needsPassword]);
  return (
    <div className="trade">
      <form className="sheet neat form" noValidate onSubmit={submit}>
        {needsPassword ? (
          <>
            <p>
              This isn't the browser you signed up in. Enter the password you chose when you signed up, so we know the
              account is yours.
            </p>
            <PasswordField {...field('password')} label="Password" autoComplete="current-password" />
          </>
        ) : (
          <p>Press the button to activate your account. If you didn't sign up, just close this page.</p>
        )}
        <Button type="submit" full busy={busy}>
          {busy ? 'Finishing email verification...' : 'Verify my email'}
        </Button>
        {needsPassword && (
          <Button variant="bare" full onClick={onForgot}>
            Forgot your password?
          </Button>
        )}
      </form>
    </div>
  );
}
