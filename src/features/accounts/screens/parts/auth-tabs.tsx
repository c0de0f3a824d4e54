import { lazy, type ReactNode, Suspense } from 'react';
import { useLocation } from 'react-router';
import { Notice } from '../../../../ui/notice.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { Tabs } from '../../../../ui/tabs.tsx';
import { type AuthTab, authTabs, isVerified, parseTab } from '../../mail-link.ts';
import { accountsBanners, accountsNotices } from '../../messages.ts';
import { parseRedirectOrigin, type RedirectOrigin } from '../redirect-origin.ts';
import { SignInForm } from './sign-in-form.tsx';

const ForgotPasswordForm = lazy(() => import('./forgot-password-form.tsx'));
const SignUpForm = lazy(() => import('./sign-up-form.tsx'));

const suspendForm = (form: ReactNode) => (
  <Suspense fallback={<Skeleton label="Loading" lines={[40, 100, 40, 100]} />}>{form}</Suspense>
);

/** Shows at most one banner: verified, created or reset [000 §2 Auth]. */
function Banner() {
  const { search, state } = useLocation();
  const { created, invalid, resetSent } = parseRedirectOrigin(state);
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
  if (isVerified(search))
    return (
      <Notice kind="ok" live>
        {accountsBanners.verified}
      </Notice>
    );
  return created ? <Notice live>{accountsBanners.created}</Notice> : null;
}

const tabLabels: Record<AuthTab, string> = {
  signin: 'Sign In',
  signup: 'Sign Up',
  'forgot-password': 'Forgot Password',
};

type AuthTabsProps = { onTab: (tab: AuthTab, state?: RedirectOrigin) => void };

/** The URL holds the current tab [000 §2 Auth]. */
export function AuthTabs({ onTab }: AuthTabsProps) {
  const { search } = useLocation();
  const panels: Record<AuthTab, ReactNode> = {
    signin: <SignInForm />,
    signup: suspendForm(<SignUpForm />),
    'forgot-password': suspendForm(<ForgotPasswordForm onSent={() => onTab('signin', { resetSent: true })} />),
  };
  return (
    <div className="stack">
      <Banner />
      <Tabs
        label="Account"
        tabs={authTabs.map((key) => ({ key, name: tabLabels[key], panel: panels[key] }))}
        current={parseTab(search)}
        onChange={(key) => onTab(parseTab(`?tab=${key}`))}
      />
    </div>
  );
}
