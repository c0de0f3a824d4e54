import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { api } from '../../../../ui/client.ts';
import { forgetKept } from '../../../../ui/forget-kept.ts';
import { useCommandForm } from '../../../../ui/form.tsx';
import { chooseTheme, themeChoice } from '../../../../ui/theme.ts';
import { toastAfterLoad } from '../../../../ui/toast.ts';
import { noteLeft } from '../../../../ui/viewer-marks.ts';
import { CloseAccount as Schema } from '../../schema.ts';
import { securityNotices } from '../../security-messages.ts';
import { EmailField } from '../parts/email-field.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import { sayFailed } from './say-failed.ts';

/** Nothing of the person stays in memory or storage; the chosen theme says nothing about them. */
async function leave(): Promise<void> {
  noteLeft();
  await forgetKept();
  chooseTheme(themeChoice());
  toastAfterLoad(securityNotices.closed);
  location.assign('/');
}

/** Address, password and a box to tick; 'Delete Account' opens once all are valid [000 §5 Delete account]. */
export default function CloseForm({ onCancel }: { onCancel: () => void }) {
  const { form, busy, submit, field } = useCommandForm(Schema, api.accounts.closeAccount, {
    start: { email: '', password: '' },
    done: () => void leave(),
    refused: (words, error) => sayFailed(words, error, securityNotices.closingFailed),
  });
  const valid = Schema.safeParse(form.values()).success;
  const confirmed = form.get('confirmed') === true;
  return (
    <form className="form" noValidate onSubmit={submit}>
      <p>
        You are signed out everywhere and your drafts, passkeys and devices are forgotten. The law has us keep your
        identity and order records for seven years; then they are erased.
      </p>
      <EmailField {...field('email')} id="close-email" autoComplete="username" />
      <PasswordField {...field('password')} id="close-password" label="Password" autoComplete="current-password" />
      <Checkbox {...field('confirmed')} label="I understand that this cannot be undone." />
      <div>
        <Button
          type="submit"
          look="bad"
          full
          busy={busy}
          disabled={!valid}
          aria-describedby={valid ? undefined : 'closing-opens'}
        >
          {busy ? 'Deleting...' : 'Delete Account'}
        </Button>
        {!valid && (
          <p className="hint" id="closing-opens">
            {confirmed ? 'Enter your email and password.' : 'You must confirm this action'}
          </p>
        )}
      </div>
      <Button look="bare" full onClick={onCancel}>
        Cancel
      </Button>
    </form>
  );
}
