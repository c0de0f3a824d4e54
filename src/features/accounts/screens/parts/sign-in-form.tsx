import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { useCommandForm } from '../../../../ui/form.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { accountsMessages, accountsNotices } from '../../messages.ts';
import { SignIn } from '../../schema.ts';
import { DemoCustomers } from './demo-customers.tsx';
import { EmailField } from './email-field.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { PasswordField } from './password-field.tsx';
import { ResendButton } from './resend-button.tsx';
import { useCompleteSignIn } from './use-complete-sign-in.ts';

const SecondStep = lazy(() => import('./second-step.tsx'));

/** The sign-in tab [000 §2 Auth]. */
export function SignInForm() {
  const [unverified, setUnverified] = useState(false);
  const [needsSecondStep, setNeedsSecondStep] = useState(false);
  const completeSignIn = useCompleteSignIn();
  const { form, busy, submit, field } = useCommandForm(SignIn, api.accounts.signIn, {
    start: { email: '', password: '' },
    done: ({ next }) => (next === 'second_step' ? setNeedsSecondStep(true) : void completeSignIn()),
    refused: ({ code }) => {
      setUnverified(code === 'accounts.not_verified');
      return false;
    },
  });
  const fillForm = (email: string, password: string) => {
    form.reset({ email, password });
    document.getElementById('sign-in')?.focus();
  };
  const restart = () => {
    form.reset({ email: form.get('email'), password: '' });
    setNeedsSecondStep(false);
  };
  if (needsSecondStep)
    return (
      <Suspense fallback={<Skeleton label="Loading" />}>
        <SecondStep onDone={completeSignIn} onRestart={restart} />
      </Suspense>
    );
  return (
    <div className="trade">
      <form className="sheet neat form" noValidate onSubmit={submit}>
        <EmailField {...field('email')} autoComplete="username" />
        <PasswordField {...field('password')} label="Password" autoComplete="current-password" />
        {unverified && (
          <Notice kind="wait" live>
            <div className="stack">
              <p>{accountsMessages['accounts.not_verified'].text}</p>
              <ResendButton getEmail={() => form.get('email')} notice={accountsNotices.verificationSent} />
            </div>
          </Notice>
        )}
        <Button type="submit" id="sign-in" full busy={busy}>
          {busy ? 'Signing in...' : 'Sign In'}
        </Button>
        <PasskeyButton onDone={completeSignIn} />
      </form>
      <DemoCustomers onChoose={fillForm} />
    </div>
  );
}
