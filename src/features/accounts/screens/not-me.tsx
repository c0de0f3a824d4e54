import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { call } from '../../../ui/client.ts';
import { Notice } from '../../../ui/notice.tsx';
import { refusalWords } from '../../../ui/refusal-words.ts';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { setViewer } from '../../../ui/viewer-marks.ts';
import { securityMessages, securityNotices } from '../security-messages.ts';

export const meta = () => [{ title: 'This was not me - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

const invalid = securityMessages['accounts.alarm_invalid'];

/** The token behind the `#`, taken out of the address bar and the history at once and kept only in memory. */
function useToken(): string | null {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => new URLSearchParams(hash.slice(1)).get('access_token'));
  useEffect(() => {
    if (hash) navigate({ search: '' }, { replace: true, preventScrollReset: true });
  }, [hash, navigate]);
  return token;
}

function Done() {
  return (
    <div className="stack">
      <Notice kind="ok" live>
        {securityNotices.allEnded}
      </Notice>
      <p>Now choose a new password. We check with you before pay-outs go on.</p>
      <ButtonLink to="/auth?tab=forgot-password">Choose a new password</ButtonLink>
    </div>
  );
}

/** Where the link of the mail about a new device leads. Opening it does nothing; its one button acts (ASVS 3.5.3). */
export default function NotMe() {
  const token = useToken();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (token: string) => call.accounts.thisWasNotMe({ token }),
    onSuccess: () => setViewer({ session: 'out', staff: 'no' }),
  });
  return (
    <div className="wrap">
      <ScreenHead title="This was not me" />
      <div className="trade">
        <div className="sheet neat stack">
          {(token === null || error) && (
            <Notice kind="bad" live>
              {error ? refusalWords(error).text : invalid.text}
            </Notice>
          )}
          {isSuccess ? (
            <Done />
          ) : token === null ? (
            <ButtonLink to="/auth?tab=forgot-password">Choose a new password</ButtonLink>
          ) : (
            <>
              <p>
                Somebody signed in to your account and it was not you? Press the button: we end every session at once
                and stop all pay-outs. You then choose a new password.
              </p>
              <Button look="bad" full busy={isPending} onClick={() => mutate(token)}>
                {isPending ? 'Ending...' : 'End all sessions and stop pay-outs'}
              </Button>
            </>
          )}
        </div>
      </div>
    </div>
  );
}
