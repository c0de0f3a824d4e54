import { useNavigate } from 'react-router';
import { Button } from '../../../../ui/button.tsx';
import { call } from '../../../../ui/client.ts';
import { useCommandForm } from '../../../../ui/form.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { toastError, toastSuccess } from '../../../../ui/toast.ts';
import { setViewer } from '../../../../ui/viewer-marks.ts';
import { accountsMessages, accountsNotices } from '../../messages.ts';
import { ResetForm } from '../../schema.ts';
import { PasswordField } from './password-field.tsx';
import { passwordHint } from './password-hint.ts';

const invalid = accountsMessages['accounts.reset_link_invalid'];

/** The form knows two passwords; the command wants one, and the word from the mail. */
const resetWith = (token: string) => ({
  mutationOptions: () => ({
    mutationFn: ({ password }: { password: string; confirmPassword: string }) =>
      call.accounts.resetPassword({ token, password }),
  }),
});

/** `token` is the word from the mail; null when the page was opened without the mail's link. */
type NewPasswordProps = { token: string | null; onBack: () => void; onAskAgain: () => void };

/**
 * Recovery, 'Create New Password': sets a new password, then leads home [000 §2 Auth]. All sessions end with the old
 * one, also that of this browser.
 */
export default function NewPasswordForm({ token, onBack, onAskAgain }: NewPasswordProps) {
  const navigate = useNavigate();
  const { busy, submit, field } = useCommandForm(ResetForm, resetWith(token ?? ''), {
    start: { password: '', confirmPassword: '' },
    done: () => {
      setViewer({ session: 'out', staff: 'no' });
      toastSuccess(accountsNotices.passwordUpdated);
      navigate('/', { replace: true });
    },
  });
  const send = token === null ? refuseHere : submit;
  return (
    <div className="trade">
      <form className="sheet neat form" noValidate onSubmit={send}>
        {token === null && (
          <Notice kind="bad">
            <div className="stack">
              <p>{invalid.text}</p>
              <Button look="line" onClick={onAskAgain}>
                Ask for a new link
              </Button>
            </div>
          </Notice>
        )}
        <PasswordField {...field('password')} label="New password" autoComplete="new-password" hint={passwordHint} />
        <PasswordField {...field('confirmPassword')} label="Confirm password" autoComplete="new-password" />
        <Button type="submit" full busy={busy}>
          {busy ? 'Updating...' : 'Update Password'}
        </Button>
        <Button look="bare" full onClick={onBack}>
          Back to Sign In
        </Button>
      </form>
    </div>
  );
}

/** Without the mail's word there is nothing that the server could accept. */
function refuseHere(event: { preventDefault(): void }) {
  event.preventDefault();
  toastError(invalid);
}
