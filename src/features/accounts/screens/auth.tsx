import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { api, call } from '../../../ui/client.ts';
import { useCommandForm } from '../../../ui/form.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { takeReturnPath } from '../../../ui/return-to.ts';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { type ToastMessage, toastSuccess } from '../../../ui/toast.ts';
import { useViewer } from '../../../ui/viewer.ts';
import { recordSignIn, setViewer } from '../../../ui/viewer-state.ts';
import {
  type AuthTab,
  authTabs,
  buildSearch,
  isRecovery,
  isSecondStep,
  isVerified,
  type MailLink,
  parseMailLink,
  parseTab,
  providerSignIn,
} from '../mail-link.ts';
import { accountsBanners, accountsNotices, authHeads, formRefusals } from '../messages.ts';
import { SignIn } from '../schema.ts';
import {
  DemoCustomers,
  parseRedirectOrigin,
  type RedirectOrigin,
  ResendButton,
  useSignInOptions,
} from './auth-parts.tsx';
import { EmailField, PasswordField } from './fields.tsx';
import type { Verified } from './mail-link-forms.tsx';
import { signWithPasskey, toastPasskeyError } from './passkey.ts';

/** Redirects from /auth to the requested page or home [000 §2 Auth, §6], but a new customer to the dashboard. */
function RedirectSignedIn({ isNew }: { isNew: boolean }) {
  const { search } = useLocation();
  const navigate = useNavigate();
  // Due agreements are shown here, before the redirect.
  const { data: dueAgreements, isError } = useQuery(
    api.agreements.due.queryOptions({ staleTime: Number.POSITIVE_INFINITY, retry: false }),
  );
  const canContinue = isError || dueAgreements?.length === 0;
  useEffect(() => {
    if (!canContinue) return;
    const returnPath = takeReturnPath(search) ?? '/';
    void navigate(isNew ? '/dashboard' : returnPath, { replace: true });
  }, [canContinue, isNew, search, navigate]);
  return <Skeleton label="Loading" />;
}

function PasskeyButton({ onDone }: { onDone: () => void }) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const passkey = await signWithPasskey(await call.accounts.passkeyOptions());
      return call.accounts.signInWithPasskey({ passkey });
    },
    onSuccess: onDone,
    onError: toastPasskeyError,
  });
  return (
    <Button variant="line" full busy={isPending} onClick={() => mutate()}>
      <KeyRound className="ic" aria-hidden="true" />
      Use a passkey
    </Button>
  );
}

/** Shows a toast [000 §4 Auth state], updates the shell and removes data cached before sign-in. */
function useCompleteSignIn() {
  const queries = useQueryClient();
  return async (notice: ToastMessage = accountsNotices.welcome) => {
    const user = await call.accounts.viewer().catch(() => null);
    queries.removeQueries({ type: 'inactive' });
    toastSuccess(notice);
    recordSignIn();
    setViewer({ session: 'in', staff: user?.staff ? 'yes' : 'no' }, user?.id);
  };
}

const SecondStep = lazy(() => import('./second-step.tsx').then((parts) => ({ default: parts.SecondStep })));

/** The sign-in tab [000 §2 Auth]. */
function SignInForm() {
  const [unverified, setUnverified] = useState(false);
  const { search } = useLocation();
  const [needsSecondStep, setNeedsSecondStep] = useState(isSecondStep(search));
  const { provider } = useSignInOptions();
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
              <p>{formRefusals['accounts.not_verified'].text}</p>
              <ResendButton getEmail={() => form.get('email')} notice={accountsNotices.verificationSent} />
            </div>
          </Notice>
        )}
        <Button type="submit" id="sign-in" full busy={busy}>
          {busy ? 'Signing in...' : 'Sign In'}
        </Button>
        <PasskeyButton onDone={completeSignIn} />
        {provider && (
          <a className="btn line full" href={`${providerSignIn.start}${search}`}>
            Sign in with {provider}
          </a>
        )}
      </form>
      <DemoCustomers onChoose={fillForm} />
    </div>
  );
}

const ForgotPasswordForm = lazy(() =>
  import('./mail-link-forms.tsx').then((parts) => ({ default: parts.ForgotPasswordForm })),
);
const SignUpForm = lazy(() => import('./sign-up-form.tsx').then((parts) => ({ default: parts.SignUpForm })));

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
function AuthTabs({ onTab }: AuthTabsProps) {
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

/** Reads the token from the URL fragment, removes it from the address bar and keeps it in memory only (decision A6). */
function useMailLink(): [MailLink | null, (link: MailLink | null) => void] {
  const { hash, search, state } = useLocation();
  const navigate = useNavigate();
  const [link, setLink] = useState(() => parseMailLink(hash));
  useEffect(() => {
    const newLink = parseMailLink(hash);
    if (!newLink) return;
    setLink(newLink);
    // A reload of a verification link would otherwise show the verified banner.
    navigate({ search: newLink.type === 'signup' ? '' : search }, { replace: true, state, preventScrollReset: true });
  }, [hash, search, state, navigate]);
  return [link, setLink];
}

export const meta = () => [{ title: 'Sign in - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

const FinishVerification = lazy(() =>
  import('./mail-link-forms.tsx').then((parts) => ({ default: parts.FinishVerification })),
);
const NewPasswordForm = lazy(() =>
  import('./mail-link-forms.tsx').then((parts) => ({ default: parts.NewPasswordForm })),
);

/** Sign-in tabs and targets of mailed links [000 §2 Auth], with the toast 'Email Verified!' [000 §4 Auth state]. */
export default function Auth() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const { session } = useViewer();
  const [link, setLink] = useMailLink();
  const [hasVerifiedInTab, setHasVerifiedInTab] = useState(false);
  const isRecovering = link?.type === 'recovery' || isRecovery(search);
  const navigateTo = (to: string, state?: RedirectOrigin) => {
    setLink(null);
    navigate({ search: to }, { replace: true, state, preventScrollReset: true });
  };
  const openTab = (tab: AuthTab, state?: RedirectOrigin) => navigateTo(buildSearch(tab, search), state);
  const completeSignIn = useCompleteSignIn();
  const onVerified = ({ next, token }: Verified) => {
    if (next === 'signed_in')
      return void completeSignIn(accountsNotices.verifiedHere).then(() => {
        // State, because the redirect can run before a new address arrives.
        setHasVerifiedInTab(true);
        setLink(null);
      });
    toastSuccess(token ? accountsNotices.choosePassword : accountsNotices.verified);
    if (token) return setLink({ type: 'recovery', token });
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
        <Suspense fallback={<Skeleton label="Loading" />}>
          {session === 'in' ? (
            <RedirectSignedIn isNew={hasVerifiedInTab || isVerified(search)} />
          ) : (
            <AuthTabs onTab={openTab} />
          )}
        </Suspense>
      )}
    </div>
  );
}
