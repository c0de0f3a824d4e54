import { lazy, Suspense } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { useViewer } from '../../../ui/viewer.ts';
import { type AuthTab, buildSearch, isRecovery, parseTab } from '../mail-link.ts';
import { accountsNotices, authHeads } from '../messages.ts';
import { AuthTabs } from './parts/auth-tabs.tsx';
import { useMailLink } from './parts/use-mail-link.ts';
import type { RedirectOrigin } from './redirect-origin.ts';

export const meta = () => [{ title: 'Sign in - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

const FinishVerification = lazy(() => import('./parts/finish-verification.tsx'));
const NewPasswordForm = lazy(() => import('./parts/new-password-form.tsx'));

const RedirectSignedIn = lazy(() => import('./redirect-signed-in.tsx'));

/** Sign-in tabs and targets of mailed links [000 §2 Auth], with the toast 'Email Verified!' [000 §4 Auth state]. */
export default function Auth() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const { session } = useViewer();
  const [link, setLink] = useMailLink();
  const isRecovering = link?.type === 'recovery' || isRecovery(search);
  const navigateTo = (to: string, state?: RedirectOrigin) => {
    setLink(null);
    navigate({ search: to }, { replace: true, state, preventScrollReset: true });
  };
  const openTab = (tab: AuthTab, state?: RedirectOrigin) => navigateTo(buildSearch(tab, search), state);
  const onVerified = (resetToken: string | null) => {
    toastSuccess(resetToken ? accountsNotices.choosePassword : accountsNotices.verified);
    if (resetToken) return setLink({ type: 'recovery', token: resetToken });
    navigateTo('?type=signup');
  };
  const isVerifying = !isRecovering && link?.type === 'signup';
  const heading = authHeads[parseTab(search)];
  const title = isRecovering ? 'Create New Password' : isVerifying ? 'Verify your email' : heading.title;
  const text = isRecovering || isVerifying ? '' : heading.text;
  return (
    <div className="wrap">
      <ScreenHead title={title} text={text} />
      <Suspense fallback={<Skeleton label="Loading" />}>
        {isRecovering && (
          <NewPasswordForm
            token={link?.type === 'recovery' ? link.token : null}
            onBack={() => openTab('signin')}
            onRequestLink={() => openTab('forgot-password')}
          />
        )}
        {isVerifying && (
          <FinishVerification
            key={link.token}
            token={link.token}
            onVerified={onVerified}
            onInvalid={() => navigateTo('', { invalid: true })}
            onForgot={() => openTab('forgot-password')}
          />
        )}
      </Suspense>
      {!isRecovering && !isVerifying && (
        <Suspense fallback={<Skeleton label="Opening the page" />}>
          {session === 'in' ? <RedirectSignedIn /> : <AuthTabs onTab={openTab} />}
        </Suspense>
      )}
    </div>
  );
}
