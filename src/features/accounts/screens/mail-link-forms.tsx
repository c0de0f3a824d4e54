import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { Button } from '../../../ui/button.tsx';
import { api, call } from '../../../ui/client.ts';
import { focusField, useCommandForm } from '../../../ui/form.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { setViewer } from '../../../ui/viewer-state.ts';
import { accountsNotices, formRefusals } from '../messages.ts';
import { EmailOnly, PasswordOnly, ResetForm } from '../schema.ts';
import { EmailField, PasswordField, passwordHint } from './fields.tsx';

/** Clears the form, then opens the sign-in tab [000 §4 Auth state]. The response is the same for every email. */
export function ForgotPasswordForm({ onSent }: { onSent: () => void }) {
  const { form, busy, submit, field } = useCommandForm(EmailOnly, api.accounts.requestPasswordReset, {
    start: { email: '' },
    done: () => {
      toastSuccess(accountsNotices.resetSent);
      form.reset();
      onSent();
    },
  });
  return (
    <div className="trade">
      <form className="sheet neat form" noValidate onSubmit={submit}>
        <p className="ink-2">
          Enter your email and we'll send you a link to choose a new password. It works once, within one hour.
        </p>
        <EmailField {...field('email')} autoComplete="username" />
        <Button type="submit" full busy={busy}>
          {busy ? 'Sending...' : 'Send Reset Link'}
        </Button>
      </form>
    </div>
  );
}

const invalidLink = formRefusals['accounts.reset_link_invalid'];

const createResetCommand = (token: string) => ({
  mutationOptions: () => ({
    mutationFn: ({ password }: { password: string; confirmPassword: string }) =>
      call.accounts.resetPassword({ token, password }),
  }),
});

/** `token` is null when the page was opened without a mailed link. */
type NewPasswordProps = { token: string | null; onBack: () => void; onRequestLink: () => void };

/** 'Create New Password': sets a password, ends all sessions, then opens the home page [000 §2 Auth]. */
export function NewPasswordForm({ token, onBack, onRequestLink }: NewPasswordProps) {
  const navigate = useNavigate();
  const [isInvalid, setIsInvalid] = useState(token === null);
  const { busy, submit, field } = useCommandForm(ResetForm, createResetCommand(token ?? ''), {
    start: { password: '', confirmPassword: '' },
    done: () => {
      setViewer({ session: 'out', staff: 'no' });
      toastSuccess(accountsNotices.passwordUpdated);
      navigate('/', { replace: true });
    },
    refused: ({ code }) => {
      if (code === 'accounts.reset_link_invalid') setIsInvalid(true);
      return false;
    },
  });
  const onSubmit = token === null ? rejectWithoutToken : submit;
  return (
    <div className="trade">
      <form className="sheet neat form" noValidate onSubmit={onSubmit}>
        {isInvalid && (
          <Notice kind="bad" live>
            <div className="stack">
              <p>{invalidLink.text}</p>
              <Button variant="line" onClick={onRequestLink}>
                Get a new link
              </Button>
            </div>
          </Notice>
        )}
        <PasswordField {...field('password')} label="New password" autoComplete="new-password" hint={passwordHint} />
        <PasswordField {...field('confirmPassword')} label="Confirm password" autoComplete="new-password" />
        <Button type="submit" full busy={busy}>
          {busy ? 'Updating...' : 'Update Password'}
        </Button>
        <Button variant="bare" full onClick={onBack}>
          Back to Sign In
        </Button>
      </form>
    </div>
  );
}

function rejectWithoutToken(event: { preventDefault(): void }) {
  event.preventDefault();
  toastError(invalidLink);
}

const WithoutPassword = z.strictObject({ password: z.string() });

const createVerifyCommand = (token: string) => ({
  mutationOptions: () => ({
    mutationFn: ({ password }: { password: string }) =>
      call.accounts.verifyEmail(password === '' ? { token } : { token, password }),
  }),
});

type VerifyResult = Awaited<ReturnType<typeof call.accounts.verifyEmail>>;
export type Verified = Exclude<VerifyResult, { readonly next: 'password' }>;

type FinishProps = {
  token: string;
  onVerified: (result: Verified) => void;
  onInvalid: () => void;
  onForgot: () => void;
};

/** Target of the verification mail [000 §2 Auth]. Another browser needs the password (decision F2). */
export function FinishVerification({ token, onVerified, onInvalid, onForgot }: FinishProps) {
  const [needsPassword, setNeedsPassword] = useState(false);
  const { busy, submit, field } = useCommandForm(
    needsPassword ? PasswordOnly : WithoutPassword,
    createVerifyCommand(token),
    {
      start: { password: '' },
      done: (result) => (result.next === 'password' ? setNeedsPassword(true) : onVerified(result)),
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
