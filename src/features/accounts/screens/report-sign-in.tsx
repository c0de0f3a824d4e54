import { useMutation } from '@tanstack/react-query';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { call } from '../../../ui/client.ts';
import { errorMessage } from '../../../ui/error-message.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { useHashToken } from '../../../ui/use-hash-token.ts';
import { setViewer } from '../../../ui/viewer-state.ts';
import { securityMessages, securityNotices } from '../security-messages.ts';

export const meta = () => [{ title: 'This was not me - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

const invalidLink = securityMessages['accounts.alarm_invalid'];

function Done() {
  return (
    <div className="stack">
      <Notice kind="ok" live>
        {securityNotices.allEnded}
      </Notice>
      <p>Now choose a new password. We'll check with you before payouts are turned back on.</p>
      <ButtonLink to="/auth?tab=forgot-password">Choose a new password</ButtonLink>
    </div>
  );
}

function ReportForm({ token }: { token: string | null }) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (alarmToken: string) => call.accounts.thisWasNotMe({ token: alarmToken }),
    onSuccess: () => setViewer({ session: 'out', staff: 'no' }),
  });
  const message = error && errorMessage(error);
  if (isSuccess) return <Done />;
  const errorText = token === null ? invalidLink.text : message?.text;
  return (
    <>
      {errorText !== undefined && (
        <Notice kind="bad" live>
          {errorText}
        </Notice>
      )}
      {token === null || message?.code === 'accounts.alarm_invalid' ? (
        <ButtonLink to="/auth?tab=forgot-password">Choose a new password</ButtonLink>
      ) : (
        <>
          <p>
            Did someone else sign in to your account? Press the button to sign out every device and stop all payouts.
            You can then choose a new password.
          </p>
          <Button variant="bad" full busy={isPending} onClick={() => mutate(token)}>
            {isPending ? 'Signing out...' : 'Sign out everywhere and stop payouts'}
          </Button>
        </>
      )}
    </>
  );
}

/** Target of the link in the new-device mail. Only the button reports the sign-in (ASVS 3.5.3). */
export default function ReportSignIn() {
  const token = useHashToken('access_token');
  return (
    <div className="wrap">
      <ScreenHead title="This was not me" />
      <div className="trade">
        <div className="sheet neat stack">
          <ReportForm key={token} token={token} />
        </div>
      </div>
    </div>
  );
}
