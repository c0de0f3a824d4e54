import { useEffect, useRef } from 'react';
import type { z } from 'zod';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { api, call } from '../../../ui/client.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import type { ErrorMessage } from '../../../ui/error-message.ts';
import { appendReference } from '../../../ui/error-reference.ts';
import { Field } from '../../../ui/field.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { clearOfflineData } from '../../../ui/offline-storage.ts';
import { QrCode } from '../../../ui/qr-code.tsx';
import { chooseTheme, getThemeChoice } from '../../../ui/theme.ts';
import { toastAfterLoad, toastError, toastSuccess } from '../../../ui/toast.ts';
import { announceSignOut } from '../../../ui/viewer-state.ts';
import {
  type ChangePassword as Change,
  ChangePasswordForm,
  CodeOnly,
  PasskeyName,
  CloseAccount as Schema,
} from '../schema.ts';
import { securityNotices } from '../security-messages.ts';
import { EmailField, PasswordField, passwordHint } from './fields.tsx';
import { toastPasskeyError } from './passkey.ts';

/** Deletes local data except the chosen theme, then opens the home page. */
async function leaveApp(): Promise<void> {
  announceSignOut();
  await clearOfflineData();
  chooseTheme(getThemeChoice());
  toastAfterLoad(securityNotices.closed);
  location.assign('/');
}

/** The button is enabled once all fields are valid [000 §5 Delete account]. */
export function CloseForm({ onCancel }: { onCancel: () => void }) {
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

export type Enrolment = { uri: string; text: string };

export function EnrolForm({ uri, text, onDone }: Enrolment & { onDone: (codes: string[] | null) => void }) {
  const { busy, submit, field } = useCommandForm(CodeOnly, api.accounts.confirmAuthenticator, {
    start: { code: '' },
    done: ({ codes }) => onDone(codes),
  });
  return (
    <form className="form" noValidate onSubmit={submit}>
      <p>Scan this QR code with an authenticator app on your phone, or type in the key.</p>
      <QrCode text={uri} name="the key" />
      <div>
        <code className="secret">{text.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        <CopyButton text={text} name="the key" />
      </div>
      <Field
        {...field('code')}
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        hint="The six digits the app shows now."
      />
      <Button type="submit" full busy={busy}>
        {busy ? 'Checking...' : 'Turn on'}
      </Button>
    </form>
  );
}

const changeCommand = {
  mutationOptions: () => ({
    mutationFn: ({ confirmPassword: _, ...fields }: z.input<typeof Change> & { confirmPassword: string }) =>
      call.accounts.changePassword(fields),
  }),
};

/** [000 §5 Change password] */
export function PasswordForm({ onDone }: { onDone: () => void }) {
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

export type PasskeyNameInput = { name: string };
type NameFormProps = {
  start: string;
  submitLabel: string;
  onSubmit: (input: PasskeyNameInput) => Promise<unknown>;
  onDone: () => void;
};

export function PasskeyNameForm({ start, submitLabel, onSubmit, onDone }: NameFormProps) {
  const command = { mutationOptions: () => ({ mutationFn: onSubmit }) };
  const { busy, submit, field } = useCommandForm(PasskeyName, command, {
    start: { name: start },
    done: onDone,
    refused: ({ code }, error) => {
      if (code !== undefined) return false;
      toastPasskeyError(error);
      return true;
    },
  });
  return (
    <form className="form" noValidate onSubmit={submit}>
      <Field {...field('name')} label="Name" hint="For example Phone, Laptop or blue key." />
      <Button type="submit" full busy={busy}>
        {submitLabel}
      </Button>
    </form>
  );
}

/** Shows the specified failure text [000 §8 Profile]. Returns false for a business refusal. */
export function toastFailure(
  { code }: ErrorMessage,
  error: unknown,
  failure: { title: string; text: string },
): boolean {
  if (code !== undefined && !code.startsWith('general.')) return false;
  toastError({ ...failure, text: appendReference(failure.text, error) });
  return true;
}
