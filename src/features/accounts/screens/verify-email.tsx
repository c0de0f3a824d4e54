import { Link, Navigate, useLocation } from 'react-router';
import { Landscape } from '../../../ui/landscape.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { accountsBanners, accountsNotices } from '../messages.ts';
import { EmailOnly } from '../schema.ts';
import { parseRedirectOrigin, ResendButton, useSignInOptions } from './auth-parts.tsx';

export const meta = () => [{ title: 'Verify your email - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

function DemoMailbox() {
  if (useSignInOptions().people.length === 0) return null;
  return (
    <p className="ink-2">
      This is a demo. Its emails arrive in the{' '}
      <a className="link" href="/dev/mailbox" target="_blank" rel="noopener">
        demo mailbox
        <span className="sr"> (opens in a new tab)</span>
      </a>
      .
    </p>
  );
}

/** /verify-email: explains the next step and resends the mail [000 §2 Verify email]. */
export default function VerifyEmail() {
  const { search, state } = useLocation();
  const { created } = parseRedirectOrigin(state);
  const emailParam = EmailOnly.safeParse({ email: new URLSearchParams(search).get('email') });
  if (!emailParam.success) return <Navigate to="/auth" replace />;
  const { email } = emailParam.data;
  return (
    <div className="wrap">
      <div className="head">
        <Landscape />
        <h1>Verify your email</h1>
      </div>
      <div className="trade">
        <div className="sheet neat stack">
          {created && (
            <Notice kind="ok" live>
              {accountsBanners.created}
            </Notice>
          )}
          <p>We sent a link to</p>
          <p className="t-lg">{email}</p>
          <p className="ink-2">
            Open the link to activate your account. It works for 24 hours. If it hasn't arrived in a few minutes, check
            your spam folder or send it again.
          </p>
          <DemoMailbox />
          <div className="row">
            <ResendButton getEmail={() => email} notice={accountsNotices.resent} />
            <Link className="btn bare" to="/auth" state={{ created }}>
              Back to Sign In
            </Link>
          </div>
        </div>
      </div>
    </div>
  );
}
