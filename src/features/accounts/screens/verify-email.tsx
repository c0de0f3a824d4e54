import { Link, Navigate, useLocation } from 'react-router';
import { Notice } from '../../../ui/notice.tsx';
import { Relief } from '../../../ui/relief.tsx';
import { accountsBanners, accountsNotices } from '../messages.ts';
import { EmailOnly } from '../schema.ts';
import { useDemoPeople } from './parts/demo-people.tsx';
import { ledHereOf } from './parts/led-here.ts';
import { ResendButton } from './parts/resend-button.tsx';

export const meta = () => [{ title: 'Verify your email - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

/** Where the demo's mails can be read: nobody else would get them. */
function DemoMailbox() {
  if (useDemoPeople().length === 0) return null;
  return (
    <p className="ink-2">
      This is a demo: its mails arrive in the{' '}
      <a className="link" href="/dev/mailbox" target="_blank" rel="noopener">
        demo mailbox
        <span className="sr"> (opens in a new tab)</span>
      </a>
      .
    </p>
  );
}

/**
 * /verify-email: waiting for the link in the mail to be pressed, or having it sent again [000 §2 Verify email]. Without
 * an address there is nothing to wait for.
 */
export default function VerifyEmail() {
  const { search, state } = useLocation();
  const { created } = ledHereOf(state);
  const address = EmailOnly.safeParse({ email: new URLSearchParams(search).get('email') });
  if (!address.success) return <Navigate to="/auth" replace />;
  const { email } = address.data;
  return (
    <div className="wrap">
      <div className="head">
        <Relief />
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
            Press it to activate your account; it works for 24 hours. If it is not there in a few minutes, look in your
            spam folder or have it sent again.
          </p>
          <DemoMailbox />
          <div className="row">
            <ResendButton emailOf={() => email} notice={accountsNotices.resent} />
            <Link className="btn bare" to="/auth" state={{ created }}>
              Back to Sign In
            </Link>
          </div>
        </div>
      </div>
    </div>
  );
}
