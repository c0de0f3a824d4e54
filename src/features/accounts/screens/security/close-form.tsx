import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { api } from '../../../../ui/client.ts';
import { useCommandForm } from '../../../../ui/form.tsx';
import { clearOfflineData } from '../../../../ui/offline-storage.ts';
import { chooseTheme, getThemeChoice } from '../../../../ui/theme.ts';
import { toastAfterLoad } from '../../../../ui/toast.ts';
import { announceSignOut } from '../../../../ui/viewer-state.ts';
import { CloseAccount as Schema } from '../../schema.ts';
import { securityNotices } from '../../security-messages.ts';
import { EmailField } from '../parts/email-field.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import { toastFailure } from './toast-failure.ts';

/** Deletes local data except the chosen theme, then opens the home page. */
async function leaveApp(): Promise<void> {
  announceSignOut();
  await clearOfflineData();
  chooseTheme(getThemeChoice());
  toastAfterLoad(securityNotices.closed);
  location.assign('/');
}

/** The button is enabled once all fields are valid [000 §5 Delete account]. */
export default function CloseForm({ onCancel }: { onCancel: () => void }) {
  const { form, busy, submit, field } = useCommandForm(Schema, api.accounts.closeAccount, {
    start: { email: '', password: '' },
    done: () => void leaveApp(),
    refused: (message, error) => toastFailure(message, error, securityNotices.closingFailed),
  });
  const isValid = Schema.safeParse(form.values()).success;
  const isConfirmed = form.get('confirmed') === true;
  return (
    <form className="form" noValidate onSubmit={submit}>
      <p>
        We'll sign you out everywhere and delete your drafts, passkeys and saved devices. By law, we keep your identity
        and order records for seven years, then erase them.
      </p>
      <EmailField {...field('email')} id="close-email" autoComplete="username" />
      <PasswordField {...field('password')} id="close-password" label="Password" autoComplete="current-password" />
      <Checkbox {...field('confirmed')} label="I understand that this cannot be undone." />
      <div>
        <Button
          type="submit"
          variant="bad"
          full
          busy={busy}
          disabled={!isValid}
          aria-describedby={isValid ? undefined : 'closing-opens'}
        >
          {busy ? 'Deleting...' : 'Delete Account'}
        </Button>
        {!isValid && (
          <p className="hint" id="closing-opens">
            {isConfirmed ? 'Enter your email and password.' : 'You must confirm this action'}
          </p>
        )}
      </div>
      <Button variant="bare" full onClick={onCancel}>
        Cancel
      </Button>
    </form>
  );
}
