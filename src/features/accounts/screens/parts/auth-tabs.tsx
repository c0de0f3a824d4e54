import { lazy, type ReactNode, Suspense } from 'react';
import { useLocation } from 'react-router';
import { Notice } from '../../../../ui/notice.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { Tabs } from '../../../../ui/tabs.tsx';
import { type AuthTab, authTabs, saysVerified, tabOf } from '../../mail-link.ts';
import { accountsBanners, accountsNotices } from '../../messages.ts';
import { type LedHere, ledHereOf } from './led-here.ts';
import { SignInForm } from './sign-in-form.tsx';

// Most who come here have an account.
const ForgotPasswordForm = lazy(() => import('./forgot-password-form.tsx'));
const SignUpForm = lazy(() => import('./sign-up-form.tsx'));

const later = (form: ReactNode) => (
  <Suspense fallback={<Skeleton label="Loading" lines={[40, 100, 40, 100]} />}>{form}</Suspense>
);

/** One banner at most, for what just happened: verified, created, reset [000 §2 Auth]. */
function Banner() {
  const { search, state } = useLocation();
  const { created, invalid, resetSent } = ledHereOf(state);
  const { title, text } = accountsNotices.passwordResetSent;
  if (invalid)
    return (
      <Notice kind="bad" live>
        {accountsBanners.invalid}
      </Notice>
    );
  if (resetSent)
    return (
      <Notice kind="ok" live>
        <b>{title}.</b> {text}
      </Notice>
    );
  if (saysVerified(search))
    return (
      <Notice kind="ok" live>
        {accountsBanners.verified}
      </Notice>
    );
  return created ? <Notice live>{accountsBanners.created}</Notice> : null;
}

const names: Record<AuthTab, string> = { signin: 'Sign In', signup: 'Sign Up', 'forgot-password': 'Forgot Password' };

type AuthTabsProps = { onTab: (tab: AuthTab, state?: LedHere) => void };

/** The tabs: sign in, sign up, forgot password; which one is current stands in the address [000 §2 Auth]. */
export function AuthTabs({ onTab }: AuthTabsProps) {
  const { search } = useLocation();
  const panels: Record<AuthTab, ReactNode> = {
    signin: <SignInForm />,
    signup: later(<SignUpForm />),
    'forgot-password': later(<ForgotPasswordForm onSent={() => onTab('signin', { resetSent: true })} />),
  };
  return (
    <div className="stack">
      <Banner />
      <Tabs
        label="Account"
        tabs={authTabs.map((key) => ({ key, name: names[key], panel: panels[key] }))}
        current={tabOf(search)}
        onChange={(key) => onTab(tabOf(`?tab=${key}`))}
      />
    </div>
  );
}
