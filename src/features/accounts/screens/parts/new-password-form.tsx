import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../../../ui/button.tsx';
import { call } from '../../../../ui/client.ts';
import { useCommandForm } from '../../../../ui/form.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { toastError, toastSuccess } from '../../../../ui/toast.ts';
import { setViewer } from '../../../../ui/viewer-state.ts';
import { accountsMessages, accountsNotices } from '../../messages.ts';
import { ResetForm } from '../../schema.ts';
import { PasswordField } from './password-field.tsx';
import { passwordHint } from './password-hint.ts';

const invalidLink = accountsMessages['accounts.reset_link_invalid'];

const createResetCommand = (token: string) => ({
  mutationOptions: () => ({
    mutationFn: ({ password }: { password: string; confirmPassword: string }) =>
      call.accounts.resetPassword({ token, password }),
  }),
});

/** `token` is null when the page was opened without a mailed link. */
type NewPasswordProps = { token: string | null; onBack: () => void; onRequestLink: () => void };

/** 'Create New Password': sets a password, ends all sessions, then opens the home page [000 §2 Auth]. */
export default function NewPasswordForm({ token, onBack, onRequestLink }: NewPasswordProps) {
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
