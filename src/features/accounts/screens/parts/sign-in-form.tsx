import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { useCommandForm } from '../../../../ui/form.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { accountsMessages, accountsNotices } from '../../messages.ts';
import { SignIn } from '../../schema.ts';
import { DemoPeople } from './demo-people.tsx';
import { EmailField } from './email-field.tsx';
import { PasswordField } from './password-field.tsx';
import { ResendButton } from './resend-button.tsx';
import { useEnter } from './use-enter.ts';
import { UsePasskey } from './use-passkey.tsx';

const SecondStep = lazy(() => import('./second-step.tsx'));

/** The sign-in tab [000 §2 Auth]. Where to go afterwards is the screen's to decide, once the viewer is signed in. */
export function SignInForm() {
  const [unverified, setUnverified] = useState(false);
  const [waits, setWaits] = useState(false);
  const enter = useEnter();
  const { form, busy, submit, field } = useCommandForm(SignIn, api.accounts.signIn, {
    start: { email: '', password: '' },
    done: ({ next }) => (next === 'second_step' ? setWaits(true) : void enter()),
    refused: ({ code }) => {
      setUnverified(code === 'accounts.not_verified');
      return false;
    },
  });
  const fill = (email: string, password: string) => {
    form.reset({ email, password });
    document.getElementById('sign-in')?.focus();
  };
  const again = () => {
    form.reset({ email: form.get('email'), password: '' });
    setWaits(false);
  };
  if (waits)
    return (
      <Suspense fallback={<Skeleton label="Loading" />}>
        <SecondStep onDone={enter} onAgain={again} />
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
              <ResendButton emailOf={() => form.get('email')} notice={accountsNotices.verificationSent} />
            </div>
          </Notice>
        )}
        <Button type="submit" id="sign-in" full busy={busy}>
          {busy ? 'Signing in...' : 'Sign In'}
        </Button>
        <UsePasskey onDone={enter} />
      </form>
      <DemoPeople onChoose={fill} />
    </div>
  );
}
