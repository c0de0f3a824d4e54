import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { useCommandForm } from '../../../../ui/form.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { accountsNotices } from '../../messages.ts';
import { EmailOnly } from '../../schema.ts';
import { EmailField } from './email-field.tsx';

/** Returns to sign-in with the address cleared [000 §4 Auth state]. The answer is the same for every address. */
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
        <p className="ink-2">Enter your email and we'll send a link for a new password. It works once, for one hour.</p>
        <EmailField {...field('email')} autoComplete="username" />
        <Button type="submit" full busy={busy}>
          {busy ? 'Sending...' : 'Send Reset Link'}
        </Button>
      </form>
    </div>
  );
}
