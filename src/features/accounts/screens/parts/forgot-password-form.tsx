import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { useCommandForm } from '../../../../ui/form.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { accountsNotices } from '../../messages.ts';
import { EmailOnly } from '../../schema.ts';
import { EmailField } from './email-field.tsx';

/** Clears the form, then opens the sign-in tab [000 §4 Auth state]. The response is the same for every email. */
export default function ForgotPasswordForm({ onSent }: { onSent: () => void }) {
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
