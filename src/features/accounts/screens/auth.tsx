import { lazy, Suspense } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { useViewer } from '../../../ui/viewer.ts';
import { type AuthTab, asksForRecovery, searchFor, tabOf } from '../mail-link.ts';
import { accountsNotices, authHeads } from '../messages.ts';
import { AuthTabs } from './parts/auth-tabs.tsx';
import type { LedHere } from './parts/led-here.ts';
import { useMailLink } from './parts/use-mail-link.ts';

export const meta = () => [{ title: 'Sign in - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

// What few people come for, by the links of our mails.
const FinishVerification = lazy(() => import('./parts/finish-verification.tsx'));
const NewPasswordForm = lazy(() => import('./parts/new-password-form.tsx'));

/** Comes once somebody is signed in; whoever wants to sign in does not wait for it. */
const GoOn = lazy(() => import('./parts/go-on.tsx'));

/**
 * /auth: sign in, sign up, forgot password, and what the links in our mails lead to [000 §2 Auth]; after these the
 * toast 'Email Verified!' [000 §4 Auth state].
 */
export default function Auth() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const { session } = useViewer();
  const [link, follow] = useMailLink();
  const recovering = link?.type === 'recovery' || asksForRecovery(search);
  const leave = (to: string, state?: LedHere) => {
    follow(null);
    navigate({ search: to }, { replace: true, state, preventScrollReset: true });
  };
  const openTab = (tab: AuthTab, state?: LedHere) => leave(searchFor(tab, search), state);
  const verified = (choose: string | null) => {
    toastSuccess(choose ? accountsNotices.choosePassword : accountsNotices.verified);
    if (choose) return follow({ type: 'recovery', token: choose });
    leave('?type=signup');
  };
  const finishing = !recovering && link?.type === 'signup';
  const head = authHeads[tabOf(search)];
  const title = recovering ? 'Create New Password' : finishing ? 'Verify your email' : head.title;
  const text = recovering || finishing ? '' : head.text;
  return (
    <div className="wrap">
      <ScreenHead title={title} text={text} />
      <Suspense fallback={<Skeleton label="Loading" />}>
        {recovering && (
          <NewPasswordForm
            token={link?.type === 'recovery' ? link.token : null}
            onBack={() => openTab('signin')}
            onAskAgain={() => openTab('forgot-password')}
          />
        )}
        {finishing && (
          <FinishVerification token={link.token} onVerified={verified} onInvalid={() => leave('', { invalid: true })} />
        )}
      </Suspense>
      {!recovering && !finishing && (
        <Suspense fallback={<Skeleton label="Opening the page" />}>
          {session === 'in' ? <GoOn /> : <AuthTabs onTab={openTab} />}
        </Suspense>
      )}
    </div>
  );
}
